public import Foundation
public import Networking

/// A body that goes as a test says: pieces, places where its reader is held, and an error, in the order of a script.
///
/// ```swift
/// let gate = Gate()
/// let body = ByteStream(ScriptedBytes(.piece(Data("{".utf8)), .pass(gate), .failure(.connectionLost)))
/// ```
///
/// Nothing is done ahead of its reader: a step comes when the piece behind it is asked for. Behind the last step the body
/// ends, for a cancelled reader by ``Networking/TransportError/cancelled``. Each reader begins at the first step.
public struct ScriptedBytes: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = TransportError

    /// What comes next in a body.
    public enum Step: Sendable {
        case piece(Data)
        /// Counts the reader and holds it until the gate is open or the reader cancelled. An open gate counts only.
        case pass(Gate)
        case failure(TransportError)
    }

    private let steps: [Step]
    private let hold: BodyWatch.Hold?

    /// - Parameter watch: is told apart from the outside whether this body, or somebody who reads it, still exists.
    public init(_ steps: [Step], watchedBy watch: BodyWatch? = nil) {
        self.steps = steps
        hold = watch?.makeHold()
    }

    /// A body whose steps are few.
    public init(_ steps: Step...) {
        self.init(steps)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(steps: steps[...], hold: hold)
    }

    /// Plays the script once.
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
