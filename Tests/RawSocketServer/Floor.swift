import NIOCore

/// Marks the lowest place of a pipeline: a close from here takes no leave of the client, not even TLS's.
final class Floor: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    static var name: String { "floor" }
}
