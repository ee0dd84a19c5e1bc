public import Foundation

extension ByteStream {
    /// Bytes that are all here already, as one piece (or none, if there are none).
    public init(_ data: Data) {
        self.init(chunks: data.isEmpty ? [] : [data])
    }

    /// Pieces that are all here already, in their order.
    public init(chunks: [Data]) {
        self.init(InMemoryBytes(chunks: chunks))
    }

    /// Everything up to the end, in one value; throws ``TransportError/responseTooLarge(limit:)`` once more than `limit`
    /// bytes have come.
    public func collect(upTo limit: Int) async throws(TransportError) -> Data {
        var iterator = makeAsyncIterator()
        guard var collected = try await iterator.next() else { return Data() }
        // Most answers are one piece, which is then handed on without a copy.
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
