public import Foundation
public import Networking
import Synchronization

/// A body that follows a script: pieces, gates where its reader waits, and an error.
///
/// ```swift
/// let gate = Gate()
/// let body = ByteStream(ScriptedBytes(.piece(Data("{".utf8)), .pass(gate), .failure(.connectionLost)))
/// ```
///
/// A step runs when its reader requests the next piece, never earlier. After the last step the body ends, or fails with
/// ``Networking/TransportError/cancelled`` if its reader is cancelled. Each reader starts at the first step.
public struct ScriptedBytes: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = TransportError

    /// One step of a body.
    public enum Step: Sendable {
        case piece(Data)
        /// Counts the reader and suspends it until the gate is open or the reader is cancelled.
        case pass(Gate)
        case failure(TransportError)
    }

    private let steps: [Step]
    private let hold: BodyWatch.Hold?

    /// - Parameter watch: reports whether this body or a reader of it still exists.
    public init(_ steps: [Step], watchedBy watch: BodyWatch? = nil) {
        self.steps = steps
        hold = watch?.makeHold()
    }

    /// Creates a body that runs these steps.
    public init(_ steps: Step...) {
        self.init(steps)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(steps: steps[...], hold: hold)
    }

    /// Runs the script once.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var steps: ArraySlice<Step>
        fileprivate let hold: BodyWatch.Hold?

        public mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            while let step = steps.popFirst() {
                switch step {
                case .piece(let piece): return piece
                case .pass(let gate): await gate.pass()
                case .failure(let error): throw error
                }
            }
            if Task.isCancelled { throw .cancelled }
            return nil
        }
    }
}

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
