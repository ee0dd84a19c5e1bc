import NIOCore
import NIOHTTP1
import Networking

/// The response that a connection receives. It collects the body for a buffered exchange, or passes it on in pieces for a
/// streamed one.
struct IncomingResponse {
    private enum Body {
        case collected(ByteBuffer, limit: Int)
        case queue(ResponseQueue)
    }

    private let head: HTTPResponseHead
    private let exchange: Exchange
    private var body: Body

    /// Passes the head to a streamed exchange.
    init(_ head: HTTPResponseHead, to exchange: Exchange, on connection: HTTPConnection) {
        self.head = head
        self.exchange = exchange
        switch exchange.delivery {
        case .buffered(let limit): body = .collected(ByteBuffer(), limit: limit)
        case .streamed:
            let queue = ResponseQueue(of: exchange, on: connection)
            body = .queue(queue)
            exchange.succeed(.streamed(head, queue))
        }
    }

    /// Receives a piece of the body. Returns whether the connection should continue to read.
    mutating func receive(_ piece: ByteBuffer) throws(TransportError) -> Bool {
        switch body {
        case .collected(var bytes, let limit):
            guard bytes.readableBytes + piece.readableBytes <= limit else { throw .responseTooLarge(limit: limit) }
            // Most responses arrive in one piece, which is used without a copy.
            if bytes.readableBytes == 0 {
                bytes = piece
            } else {
                // Leaves only one reference to the buffer, so that it is not copied for each piece.
                body = .collected(ByteBuffer(), limit: limit)
                bytes.writeImmutableBuffer(piece)
            }
            body = .collected(bytes, limit: limit)
            return true
        case .queue(let queue): return queue.append(piece)
        }
    }

    func finish() {
        switch body {
        case .collected(let bytes, _): exchange.succeed(.whole(head, bytes))
        case .queue(let queue): queue.finish(.success(()))
        }
    }

    func fail(_ error: TransportError) {
        switch body {
        case .collected: exchange.fail(error)
        case .queue(let queue): queue.finish(.failure(error))
        }
    }
}
