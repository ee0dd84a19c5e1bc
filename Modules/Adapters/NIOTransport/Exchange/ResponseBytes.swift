import Foundation
import NIOCore
import Networking

/// The body of a response. The connection reads the socket at the pace of the body's only reader.
struct ResponseBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    private let reader: Reader

    init(_ queue: ResponseQueue) {
        reader = Reader(queue)
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(reader: reader)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader
        private var pieces: ArraySlice<ByteBuffer> = []

        fileprivate init(reader: Reader) {
            self.reader = reader
        }

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            if pieces.isEmpty { pieces = try await reader.queue.next()?[...] ?? [] }
            return pieces.popFirst().map { Data(sharing: $0) }
        }
    }

    /// Cancels the exchange when the last reader is released.
    fileprivate final class Reader: Sendable {
        let queue: ResponseQueue

        init(_ queue: ResponseQueue) {
            self.queue = queue
        }

        deinit {
            queue.abandon()
        }
    }
}
