import Synchronization

/// Reports whether a ``ScriptedBytes`` is still referenced or read. A real body would occupy its connection meanwhile.
public final class BodyWatch: Sendable {
    /// A part of the body, so that it lives as long as the body.
    final class Hold: Sendable {}

    private struct State {
        weak var hold: Hold?
    }

    private let state = Mutex(State())

    /// Creates a watch, which you then pass to a body.
    public init() {}

    /// Whether the last body that was created with this watch is still referenced.
    public var isHeld: Bool { state.withLock { $0.hold != nil } }

    func makeHold() -> Hold {
        let hold = Hold()
        state.withLock { $0.hold = hold }
        return hold
    }
}
