import NIOCore
import NIOHTTP1

/// Says which reads brought nothing but interim responses (1xx, RFC 9110 section 15.2): a server that answers 102 again and
/// again makes no progress, and must not keep an exchange alive by it.
final class InformationalHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// Sent towards the socket at the end of such a read.
    struct NothingButInformation: Sendable {}

    private var hasInformation = false
    private var hasMore = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), (100..<200).contains(head.status.code) {
            hasInformation = true
        } else {
            hasMore = true
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasInformation, !hasMore { context.triggerUserOutboundEvent(NothingButInformation(), promise: nil) }
        (hasInformation, hasMore) = (false, false)
        context.fireChannelReadComplete()
    }
}
