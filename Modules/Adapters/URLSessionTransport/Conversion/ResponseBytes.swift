import Foundation
import Networking

/// The body of a response, as its exchange receives it. Cancels the exchange when the body is released.
struct ResponseBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    private let reader: Reader

    init(_ exchange: Exchange) {
        reader = Reader(exchange)
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(reader: reader)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader

        mutating func next() async throws(TransportError) -> Data? {
            try await reader.exchange.nextBytes()
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            try await reader.exchange.nextBytes()
        }
    }

    fileprivate final class Reader: Sendable {
        let exchange: Exchange

        init(_ exchange: Exchange) {
            self.exchange = exchange
        }

        deinit {
            exchange.end(with: .cancelled)
        }
    }
}
