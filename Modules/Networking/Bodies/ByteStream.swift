public import Foundation
import Synchronization

/// A body's bytes in chunks. It can be read once, at the reader's pace: a second reader gets an error at once.
public struct ByteStream: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = TransportError

    private let base: any AsyncSequence<Data, TransportError> & Sendable
    private let use = Use()

    /// Wraps any sequence of chunks that fails with a ``TransportError``.
    public init(_ base: some AsyncSequence<Data, TransportError> & Sendable) {
        self.base = base
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: use.begin() ? base.makeAsyncIterator() : SecondReader())
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

    /// Whether a stream has a reader. Two readers would each get a part of the bytes.
    private final class Use: Sendable {
        private let hasReader = Atomic(false)

        /// Returns `true` for the first reader.
        func begin() -> Bool { !hasReader.exchange(true, ordering: .relaxed) }
    }

    private struct SecondReader: AsyncIteratorProtocol {
        func next() async throws(TransportError) -> Data? { throw error }

        func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? { throw error }

        private var error: TransportError {
            .other(reason: "The body already has a reader, and it can be read only once. Read it in one place.")
        }
    }
}

extension ByteStream {
    /// Streams bytes that are in memory, as one chunk; empty data gives an empty stream.
    public init(_ data: Data) {
        self.init(chunks: data.isEmpty ? [] : [data])
    }

    /// Streams chunks that are in memory, in their order.
    public init(chunks: [Data]) {
        self.init(InMemoryBytes(chunks: chunks))
    }

    /// Reads the stream to its end into one value. Throws ``TransportError/responseTooLarge(limit:)`` once there are
    /// more than `limit` bytes.
    public func collect(upTo limit: Int) async throws(TransportError) -> Data {
        var iterator = makeAsyncIterator()
        guard var collected = try await iterator.next() else { return Data() }
        // Most bodies are one chunk, which is returned without a copy.
        while true {
            guard collected.count <= limit else { throw .responseTooLarge(limit: limit) }
            guard let chunk = try await iterator.next() else { return collected }
            collected.append(chunk)
        }
    }
}

private struct InMemoryBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let chunks: [Data]

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks[...])
    }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: ArraySlice<Data>

        mutating func next() async throws(TransportError) -> Data? {
            chunks.popFirst()
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            chunks.popFirst()
        }
    }
}
