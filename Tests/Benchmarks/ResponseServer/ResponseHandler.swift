import NIOCore
import NIOHTTP1
import Synchronization

/// Responds to each request of one connection once the request is complete.
final class ResponseHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let pieceSize = 256 * 1024
    /// Calls that get no response.
    private static let held = Atomic<Int>(0)

    private var head: HTTPRequestHead?
    private var received = 0
    private let piece = ByteBuffer(repeating: 0, count: pieceSize)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            received = 0
        case .body(let bytes): received += bytes.readableBytes
        case .end:
            guard let head else { return }
            respond(head, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let parts = head.uri.split(separator: "/")
        switch (parts.first, parts.dropFirst().first.flatMap { Int($0) }) {
        case ("users", _): send(.ok, Self.user, context)
        case ("guarded", _):
            let isFresh = head.headers.first(name: "Authorization") == "Bearer fresh"
            send(isFresh ? .ok : .unauthorized, isFresh ? Self.user : "{}", context)
        case ("hold", _): Self.held.add(1, ordering: .relaxed)
        case ("held", _): send(.ok, "{\"bytes\": \(Self.held.load(ordering: .relaxed))}", context)
        case ("bytes", let count?): stream(count, context)
        case ("upload", _): send(.ok, "{\"bytes\": \(received)}", context)
        default: send(.notFound, "{}", context)
        }
    }

    private func send(_ status: HTTPResponseStatus, _ text: String, _ context: ChannelHandlerContext) {
        let headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Length": "\(text.utf8.count)"]
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Sends `count` zero bytes at the reader's pace.
    private func stream(_ count: Int, _ context: ChannelHandlerContext) {
        let headers: HTTPHeaders = [
            "Content-Type": "application/octet-stream", "Content-Length": "\(count)", "ETag": "\"zeros\"",
        ]
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: headers))), promise: nil)
        sendPiece(of: count, context)
    }

    private func sendPiece(of remaining: Int, _ context: ChannelHandlerContext) {
        guard remaining > 0 else {
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            return
        }
        let bytes = piece.getSlice(at: 0, length: min(remaining, Self.pieceSize)) ?? piece
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes)))).whenSuccess {
            let (handler, context) = bound.value
            handler.sendPiece(of: remaining - bytes.readableBytes, context)
        }
    }

    /// 300 bytes.
    private static let user: String = {
        let shape =
            #"{"id":"8c5c1a04-6f0e-4a51-9d3a-0d8b5a1f7e21","email":"ada@example.com","name":"Ada Lovelace","role":"member","description":"","avatar_url":null,"created_at":"2026-01-02T03:04:05Z","updated_at":"2026-11-20T21:22:23Z"}"#
        let filler = String(repeating: "a", count: 300 - shape.utf8.count)
        return shape.replacing("\"description\":\"\"", with: "\"description\":\"\(filler)\"")
    }()
}
