import Synchronization

/// Tells whether anybody still holds a ``ScriptedBytes``, or reads it: as long as that is so, a real body would hold its
/// connection.
public final class BodyWatch: Sendable {
    /// Lives as long as the body, for it is part of it.
    final class Hold: Sendable {}

    private struct State {
        weak var hold: Hold?
    }

    private let state = Mutex(State())

    /// A watch over one body, which need not exist yet.
    public init() {}

    /// Whether the last body that was made for this watch is held by somebody.
    public var isHeld: Bool { state.withLock { $0.hold != nil } }

    func makeHold() -> Hold {
        let hold = Hold()
        state.withLock { $0.hold = hold }
        return hold
    }
}
