extension CallEvent.Kind {
    /// One line for developers: what was decided, and why. Of a failure it contains only the name, so a log receives no
    /// error text from a server.
    public var message: String {
        switch self {
        case .started(let method, let url): "started \(method) \(url)"
        case .attemptStarted(let number): "attempt \(number) started"
        case .responded(let status): "responded with \(status)"
        case .attemptFailed(let cause): "attempt failed: \(cause.name)"
        case .credentialRefused(willRefresh: true): "credential refused"
        case .credentialRefused(willRefresh: false): "credential refused, a newer one is available"
        case .refreshStarted: "credential: refresh started"
        case .refreshFinished: "credential: refreshed"
        case .refreshFailed(let cause): "credential: refresh failed: \(cause.name)"
        case .credentialNotRemoved(let reason): "credential: not removed from the storage: \(reason)"
        case .resent: "sent again with the newer credential"
        case .notResent(let reason): "not sent again: \(reason)"
        case .redirected(let status, let url): "redirected (\(status)) to \(url)"
        case .redirectNotFollowed(let status, let reason):
            "redirect (\(status)) not followed: \(reason?.name ?? "by policy")"
        case .headersStripped(let names): "stripped for another origin: \(names.joined(separator: ", "))"
        case .credentialWithheld: "credential withheld from another origin"
        case .deprecated(let notice): notice.message
        case .retryScheduled(let attempt, let delay, let reason):
            "attempt \(attempt) follows in \(delay.short): \(reason)"
        case .notRetried(let refusal): "not retried: \(refusal)"
        case .hedged(let delay): "hedged: no response after \(delay.short)"
        case .notHedged(let refusal): "not hedged: \(refusal)"
        case .circuit(let change): "circuit: \(change)"
        case .credentialExpiring(willWait: true): "credential: expired, waiting for its refresh"
        case .credentialExpiring(willWait: false): "credential: expires soon, refreshing it meanwhile"
        case .waitingForRefresh: "credential: waiting for a running refresh"
        case .waitingForOtherProcess: "credential: waiting for another process to refresh it"
        case .takenFromOtherProcess: "credential: using a newer one from the storage"
        case .refreshSuppressed(.justRefreshed): "credential: not refreshed again so soon"
        case .refreshSuppressed(.justFailed(let cause)): "credential: refresh failed a moment ago: \(cause.name)"
        case .custom(let event): "\(event.base.name): \(event.base.message)"
        case .localCopyNotUpdated(let reason): "local copy not updated: \(reason)"
        case .finished: "finished"
        case .failed(let cause): "failed: \(cause.name)"
        }
    }
}
