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

/// The limits on the size of a response body, in bytes.
struct BodyLimits {
    /// The largest size of a decompressed body.
    let decoded: Int
    /// The most bytes that may wait for their reader.
    let unread: Int
    /// The number of unread bytes at which the task pauses; `nil` if it can't pause.
    let pause: Int?
}

extension BodyLimits {
    init(_ configuration: URLSessionTransportConfiguration, on capabilities: URLSessionCapabilities) {
        decoded = configuration.decodedBodyLimit
        unread = configuration.unreadBodyLimit
        // Bytes still arrive after a pause, so this is well below the limit.
        pause = capabilities.pausesTasks ? min(1024 * 1024, unread / 4) : nil
    }
}
