import NIOCore
import NIOHTTP1
import Networking

/// The response that a connection receives: collected for a buffered exchange, passed on piece by piece for a streamed one, and
/// decoded for both.
struct IncomingResponse {
    private enum Body {
        case collected(ByteBuffer, limit: Int)
        case queue(ResponseQueue)
    }

    private let head: HTTPResponseHead
    private let exchange: Exchange
    private var decoder: ContentDecoder?
    private var body: Body

    /// Gives a streamed exchange its head.
    init(_ head: HTTPResponseHead, to exchange: Exchange, on connection: HTTPConnection, decodedBodyLimit: Int) {
        self.head = head
        self.exchange = exchange
        decoder = ContentDecoder(head.headers["Content-Encoding"], limit: decodedBodyLimit)
        switch exchange.delivery {
        case .buffered(let limit): body = .collected(ByteBuffer(), limit: limit)
        case .streamed:
            let queue = ResponseQueue(of: exchange, on: connection)
            body = .queue(queue)
            exchange.succeed(.streamed(head, queue))
        }
    }

    /// A piece of the body. Whether the connection should read on.
    mutating func receive(_ piece: ByteBuffer) throws(TransportError) -> Bool {
        guard let decoder else { return try append(piece) }
        var wantsMore = true
        try decoder.decode(piece) { decoded throws(TransportError) in
            wantsMore = try append(decoded)
        }
        return wantsMore
    }

    /// The body is complete as far as its framing goes.
    func checkEnd() throws(TransportError) {
        if let decoder, !decoder.isComplete { throw .truncatedResponse }
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

    private mutating func append(_ piece: ByteBuffer) throws(TransportError) -> Bool {
        switch body {
        case .collected(var bytes, let limit):
            guard bytes.readableBytes + piece.readableBytes <= limit else { throw .responseTooLarge(limit: limit) }
            // Most responses come in one piece, which is used as it is.
            if bytes.readableBytes == 0 {
                bytes = piece
            } else {
                // One owner while it grows, so that it is not copied for each piece.
                body = .collected(ByteBuffer(), limit: limit)
                bytes.writeImmutableBuffer(piece)
            }
            body = .collected(bytes, limit: limit)
            return true
        case .queue(let queue): return queue.append(piece)
        }
    }
}
