extension CallEvent.Kind {
    /// One line for developers: what was decided, and why. Of a failure it says the word alone; reasons are told where they
    /// are this module's own or a store's.
    public var message: String {
        switch self {
        case .started(let method, let url): "started \(method) \(url)"
        case .attemptStarted(let number): "attempt \(number) started"
        case .responded(let status): "answered \(status)"
        case .attemptFailed(let cause): "attempt failed: \(cause.name)"
        case .credentialRefused(willRefresh: true): "credential refused"
        case .credentialRefused(willRefresh: false): "credential refused, a newer one is there"
        case .refreshStarted: "credential: renewal started"
        case .refreshFinished: "credential: renewed"
        case .refreshFailed(let cause): "credential: renewal failed: \(cause.name)"
        case .credentialNotForgotten(let reason): "credential: still stored: \(reason)"
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
        case .notRetried(let refusal): "not tried again: \(refusal)"
        case .hedged(let delay): "hedged: not answered after \(delay.short)"
        case .notHedged(let refusal): "not hedged: \(refusal)"
        case .circuit(let change): "circuit: \(change)"
        case .credentialEnding(willWait: true): "credential: has ended, its renewal is waited for"
        case .credentialEnding(willWait: false): "credential: ends soon, is renewed meanwhile"
        case .waitingForRefresh: "credential: waits for a renewal under way"
        case .waitingForOtherProcess: "credential: another process renews it"
        case .takenFromOtherProcess: "credential: taken from another process"
        case .refreshSuppressed(.justRefreshed): "credential: not renewed again so soon"
        case .refreshSuppressed(.justFailed(let cause)): "credential: renewal failed a moment ago: \(cause.name)"
        case .custom(let event): "\(event.base.name): \(event.base.message)"
        case .localCopyNotUpdated(let reason): "local copy not updated: \(reason)"
        case .finished: "finished"
        case .failed(let cause): "failed: \(cause.name)"
        }
    }
}
