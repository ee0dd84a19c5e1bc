import Foundation
import NIOCore
import Networking

/// The body of a response: bytes are taken from the socket as they are read. Reading it in two places shares the bytes.
struct ResponseBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    private let hold: Hold

    init(_ queue: ResponseQueue) {
        hold = Hold(queue)
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(hold: hold)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let hold: Hold
        private var pieces: ArraySlice<ByteBuffer> = []

        fileprivate init(hold: Hold) {
            self.hold = hold
        }

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            if pieces.isEmpty { pieces = try await hold.queue.next()?[...] ?? [] }
            return pieces.popFirst().map { Data(sharing: $0) }
        }
    }

    /// Ends the exchange when no reader is left.
    fileprivate final class Hold: Sendable {
        let queue: ResponseQueue

        init(_ queue: ResponseQueue) {
            self.queue = queue
        }

        deinit {
            queue.abandon()
        }
    }
}
