import NIOCore

/// Reports the bytes of a connection to its ``RequestGuard`` before the parser reads them.
///
/// The parser's own limits do not cover chunk extensions, empty lines before a request and spaces around field values.
final class RequestByteCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let requests: RequestGuard

    init(_ requests: RequestGuard) {
        self.requests = requests
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard requests.willParse(unwrapInboundIn(data)) else { return }
        context.fireChannelRead(data)
        requests.didParse()
    }
}
