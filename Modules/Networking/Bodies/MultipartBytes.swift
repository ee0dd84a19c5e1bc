import Foundation

/// The segments of a multipart body, one after the other.
struct MultipartBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let segments: [MultipartForm.Segment]

    func makeAsyncIterator() -> Iterator {
        Iterator(waiting: segments[...])
    }

    struct Iterator: AsyncIteratorProtocol {
        var waiting: ArraySlice<MultipartForm.Segment>
        var current: ByteStream.Iterator?

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            while true {
                if let chunk = try await current?.next(isolation: actor) { return chunk }
                guard let segment = waiting.popFirst() else { return nil }
                current = segment.bytes.makeAsyncIterator()
            }
        }
    }
}
