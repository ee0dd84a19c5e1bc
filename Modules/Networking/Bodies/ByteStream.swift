public import Foundation

/// A body's bytes in chunks. It can be read once, at the reader's pace.
public struct ByteStream: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = TransportError

    private let base: any AsyncSequence<Data, TransportError> & Sendable

    /// Wraps any sequence of chunks that fails with a ``TransportError``.
    public init(_ base: some AsyncSequence<Data, TransportError> & Sendable) {
        self.base = base
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator())
    }

    /// Reads a ``ByteStream``.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: any AsyncIteratorProtocol<Data, TransportError>

        public mutating func next() async throws(TransportError) -> Data? {
            try await base.next(isolation: #isolation)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(TransportError) -> Data? {
            try await base.next(isolation: actor)
        }
    }
}
