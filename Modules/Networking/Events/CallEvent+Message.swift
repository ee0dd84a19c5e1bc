extension CallEvent.Kind {
    /// One line for developers: what was decided, and why. For a failure it contains only the name, so a log receives
    /// no error text from a server.
    public var message: String {
        switch self {
        case .started(let method, let url): "started \(method) \(url)"
        case .attemptStarted(let number): "attempt \(number) started"
        case .responded(let status): "responded with \(status)"
        case .bodyEnded: "body ended"
        case .attemptFailed(let cause): "attempt failed: \(cause.name)"
        case .credentialRefused(willRefresh: true): "server refused the token"
        case .credentialRefused(willRefresh: false): "server refused the token, using a newer one"
        case .refreshStarted: "token refresh started"
        case .refreshFinished: "token refreshed"
        case .refreshFailed(let cause): "token refresh failed: \(cause.name)"
        case .credentialNotRemoved(let reason): "token not removed from the storage: \(reason)"
        case .resent: "retrying with the new token"
        case .notResent(let reason): "not retried with the new token: \(reason)"
        case .redirected(let status, let url): "redirected (\(status)) to \(url)"
        case .redirectNotFollowed(let status, let reason):
            "redirect (\(status)) not followed: \(reason?.name ?? "by policy")"
        case .headersStripped(let names): "headers removed for another origin: \(names.joined(separator: ", "))"
        case .credentialWithheld: "credential not sent to another origin"
        case .deprecated(let notice): notice.message
        case .retryScheduled(let attempt, let delay, let reason):
            "retrying in \(delay.short) (attempt \(attempt)): \(reason)"
        case .notRetried(let refusal): "not retried: \(refusal)"
        case .circuit(let change): "circuit breaker \(change)"
        case .credentialExpiring(willWait: true): "token expired, waiting for refresh"
        case .credentialExpiring(willWait: false): "token expires soon, refreshing it in the background"
        case .waitingForRefresh: "waiting for a token refresh that another call started"
        case .waitingForOtherProcess: "waiting for another process to refresh the token"
        case .takenFromOtherProcess: "using a newer token that another process stored"
        case .refreshSuppressed(.justRefreshed): "token not refreshed again, because it was just refreshed"
        case .refreshSuppressed(.justFailed(let cause)):
            "token not refreshed again, because a refresh just failed: \(cause.name)"
        case .custom(let event): event.base.message
        case .localCopyNotUpdated(let reason): "local copy not updated: \(reason)"
        case .finished: "finished"
        case .failed(let cause): "failed: \(cause.name)"
        }
    }
}
