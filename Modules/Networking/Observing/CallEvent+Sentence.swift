extension CallEvent.Kind {
    /// One line for developers: what was decided, and why.
    public var sentence: String {
        switch self {
        case .started(let method, let url): "started \(method) \(url)"
        case .attemptStarted(let number): "attempt \(number) started"
        case .responded(let status): "answered \(status)"
        case .attemptFailed(let cause): "attempt failed: \(cause.word)"
        case .credentialRefused(willRefresh: true): "credential refused"
        case .credentialRefused(willRefresh: false): "credential refused, a newer one is there"
        case .refreshStarted: "credential: renewal started"
        case .refreshFinished: "credential: renewed"
        case .refreshFailed(let cause): "credential: renewal failed: \(cause.word)"
        case .credentialNotForgotten(let reason): "credential: still stored: \(reason)"
        case .resent: "sent again with the newer credential"
        case .notResent(let reason): "not sent again: \(reason)"
        case .finished: "finished"
        case .failed(let cause): "failed: \(cause.word)"
        }
    }
}
