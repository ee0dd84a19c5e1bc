/// The rules of renewing a shared credential, without any I/O, so that every race can be tested one step at a time.
///
/// Credentials are numbered. Who needs a credential says which number the server refused, if any, and is told to use the
/// current one, to wait, to renew it on everybody's behalf, or that the session has ended.
struct RefreshMachine {
    /// A credential with its number: a refusal is a statement about one number.
    struct Numbered: Sendable, Equatable {
        let credential: BearerCredential
        let number: Int
    }

    typealias Waiter = Int

    enum Step: Equatable {
        case use(Numbered)
        case wait
        /// Renew this one, then call ``finish(_:)``. The caller waits like everybody else.
        case refresh(Numbered)
        case ended
    }

    /// How a renewal ended.
    enum Outcome: Equatable {
        case renewed(BearerCredential)
        /// The server refused, and will refuse again: the session is over.
        case refused
        /// It did not get through; the credential is as good as it was.
        case failed
    }

    private enum State {
        case ready(Numbered)
        case refreshing(Numbered, waiters: [Waiter])
        case ended
    }

    private var state: State

    init(_ credential: BearerCredential) {
        state = .ready(Numbered(credential: credential, number: 1))
    }

    /// The credential as it is known now, even one that is being renewed; `nil` once the session has ended.
    var current: Numbered? {
        switch state {
        case .ready(let numbered), .refreshing(let numbered, _): numbered
        case .ended: nil
        }
    }

    /// Somebody needs a credential other than number `refused`.
    mutating func need(after refused: Int?, waiter: Waiter) -> Step {
        switch state {
        case .ended: return .ended
        case .ready(let numbered):
            // A refusal of an older number is late news: its successor is already here.
            guard refused == numbered.number else { return .use(numbered) }
            state = .refreshing(numbered, waiters: [waiter])
            return .refresh(numbered)
        case .refreshing(let numbered, let waiters):
            state = .refreshing(numbered, waiters: waiters + [waiter])
            return .wait
        }
    }

    /// One waiter gives up; the renewal and all others go on. Returns whether it was waiting.
    mutating func abandon(_ waiter: Waiter) -> Bool {
        guard case .refreshing(let numbered, var waiters) = state, let index = waiters.firstIndex(of: waiter)
        else { return false }
        waiters.remove(at: index)
        state = .refreshing(numbered, waiters: waiters)
        return true
    }

    /// The renewal has ended: whom to answer, and what is current now.
    mutating func finish(_ outcome: Outcome) -> (waiters: [Waiter], current: Numbered?) {
        guard case .refreshing(let old, let waiters) = state else { return ([], current) }
        switch outcome {
        case .renewed(let credential):
            let renewed = Numbered(credential: credential, number: old.number + 1)
            state = .ready(renewed)
            return (waiters, renewed)
        case .failed:
            state = .ready(old)
            return (waiters, old)
        case .refused:
            state = .ended
            return (waiters, nil)
        }
    }

    /// The user signed out: no credential from here on. Returns who was waiting for one.
    mutating func end() -> [Waiter] {
        defer { state = .ended }
        if case .refreshing(_, let waiters) = state { return waiters }
        return []
    }
}
