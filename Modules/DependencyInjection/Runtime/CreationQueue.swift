/// Who makes a shared value and who waits for it: pure state, in which waiters are whatever the caller can answer.
struct CreationQueue<Value, Waiter> {
    enum Joining {
        /// The waiter is the first: whoever joined it starts the creation.
        case start
        /// The creation is under way.
        case wait
        /// The value is there; the waiter was not taken in.
        case made(Value)
        /// The ticket's holder left before it joined; the waiter was not taken in.
        case left
    }

    private enum State {
        case idle
        case creating([Int: Waiter])
        case made(Value)
    }

    private var state = State.idle
    private var lastTicket = 0
    /// Taken and neither joined with nor given up.
    private var unusedTickets: Set<Int> = []

    /// A name for one waiter, so that it can leave, even before it joins.
    mutating func takeTicket() -> Int {
        lastTicket += 1
        unusedTickets.insert(lastTicket)
        return lastTicket
    }

    mutating func join(_ waiter: Waiter, ticket: Int) -> Joining {
        guard unusedTickets.remove(ticket) != nil else { return .left }
        switch state {
        case .idle:
            state = .creating([ticket: waiter])
            return .start
        case .creating(var waiters):
            // Emptied first, so that the dictionary is not copied for each of a thousand waiters.
            state = .idle
            waiters[ticket] = waiter
            state = .creating(waiters)
            return .wait
        case .made(let value):
            return .made(value)
        }
    }

    /// Takes one waiter out; the creation goes on for the others, and for whoever comes later.
    ///
    /// - Returns: The waiter, to be told; `nil` if it was answered already or had not joined yet.
    mutating func leave(ticket: Int) -> Waiter? {
        unusedTickets.remove(ticket)
        guard case .creating(var waiters) = state else { return nil }
        state = .idle
        let waiter = waiters.removeValue(forKey: ticket)
        state = .creating(waiters)
        return waiter
    }

    /// Ends the creation, with `nil` if it failed: the next to join starts anew then.
    ///
    /// - Returns: All who are to be told, first come first.
    mutating func finish(_ value: Value?) -> [Waiter] {
        guard case .creating(let waiters) = state else { return [] }
        state = value.map(State.made) ?? .idle
        return waiters.sorted { $0.key < $1.key }.map(\.value)
    }
}
