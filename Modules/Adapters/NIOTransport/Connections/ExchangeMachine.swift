import Networking

/// The rules of one exchange, without I/O: what each event means for the caller that waits for the response.
///
/// The pool puts an exchange into its queue under its own lock, and calls ``wait(_:)`` afterwards. In between, a
/// connection may have taken the exchange, or returned it to the queue because the connection was already closed.
struct ExchangeMachine<Caller, Connection, Timer> {
    enum State {
        case created
        /// A connection is being chosen.
        case starting(Caller)
        /// No connection is free yet.
        case waiting(Caller, timer: Timer)
        case running(Caller, Connection)
        case ended(TransportError?)
    }

    /// What the pool does with an exchange for which no connection was free.
    enum Wait: Equatable {
        /// The exchange waits, limited by the new timer.
        case timed
        /// The exchange already has a connection or a timer, and the new timer is not needed.
        case untimed
        /// The exchange has ended and must leave the queue.
        case ended
    }

    private var state = State.created

    /// Records that the call has begun. Returns an error if the exchange was ended before.
    mutating func begin(_ caller: Caller) -> TransportError? {
        if case .ended(let error) = state { return error ?? .cancelled }
        state = .starting(caller)
        return nil
    }

    /// Records that the pool has queued the exchange. Returns whether to keep `timer`, which limits the wait.
    mutating func wait(_ timer: Timer) -> Wait {
        switch state {
        case .starting(let caller):
            state = .waiting(caller, timer: timer)
            return .timed
        // A connection took the exchange before this report, and may have returned it to the queue.
        case .running, .waiting: return .untimed
        case .created, .ended: return .ended
        }
    }

    /// Records that `connection` can send the request. Returns whether it is still wanted, and the timer to cancel.
    mutating func run(on connection: Connection) -> (isWanted: Bool, timer: Timer?) {
        switch state {
        case .starting(let caller):
            state = .running(caller, connection)
            return (true, nil)
        case .waiting(let caller, let timer):
            state = .running(caller, connection)
            return (true, timer)
        case .created, .running, .ended: return (false, nil)
        }
    }

    /// Records that the connection was closed before anything was sent. Returns whether the exchange needs another one,
    /// and the timer to cancel.
    mutating func restart() -> (isWanted: Bool, timer: Timer?) {
        switch state {
        case .created, .ended: return (false, nil)
        case .starting: return (true, nil)
        case .waiting(let caller, let timer):
            state = .starting(caller)
            return (true, timer)
        case .running(let caller, _):
            state = .starting(caller)
            return (true, nil)
        }
    }

    /// Ends the exchange, unless it has ended. Returns the state before.
    mutating func end(_ error: TransportError?) -> State {
        let before = state
        if case .ended = before {} else { state = .ended(error) }
        return before
    }
}

extension ExchangeMachine: Sendable where Caller: Sendable, Connection: Sendable, Timer: Sendable {}
extension ExchangeMachine.State: Sendable where Caller: Sendable, Connection: Sendable, Timer: Sendable {}
