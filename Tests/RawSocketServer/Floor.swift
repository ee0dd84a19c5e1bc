import NIOCore

/// Marks the lowest handler of a pipeline: a close from here sends nothing to the client, not even TLS's close_notify.
final class Floor: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    static var name: String { "floor" }
}
