import NIOCore

/// Stands before the parser and reports the bytes of a connection to its ``RequestGuard``.
///
/// The parser limits what it understands. It drops chunk extensions, empty lines before a request and spaces around field
/// values without counting them.
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
