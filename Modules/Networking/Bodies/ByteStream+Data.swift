public import Foundation

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
