import Foundation
import HTTPTypes
import Networking
import Synchronization

/// Hands out one streamed answer and knows whether anybody still holds its body, as a connection would.
final class WatchedBytes: Sendable {
    private final class Connection: Sendable {}

    private struct Bytes: AsyncSequence, Sendable {
        typealias Element = Data
        typealias Failure = TransportError

        let connection: Connection

        func makeAsyncIterator() -> Iterator { Iterator(connection: connection) }

        struct Iterator: AsyncIteratorProtocol {
            let connection: Connection

            mutating func next() async throws(TransportError) -> Data? { nil }
            mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? { nil }
        }
    }

    private struct Weak: Sendable {
        weak var connection: Connection?
    }

    private let watched = Mutex(Weak())

    var isAlive: Bool { watched.withLock { $0.connection != nil } }

    func makeResponse(status: HTTPResponse.Status) -> ServerResponse {
        let connection = Connection()
        watched.withLock { $0.connection = connection }
        return ServerResponse(
            head: HTTPResponse(status: status), body: .stream(ByteStream(Bytes(connection: connection))))
    }
}
