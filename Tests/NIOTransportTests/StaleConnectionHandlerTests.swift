import NIOCore
import NIOEmbedded
import NIOHTTP1
import Networking
import Testing

@testable import NIOTransport

@Suite("What a closed connection was asked")
struct StaleConnectionHandlerTests {
    private let channel = EmbeddedChannel()
    private let socket = Socket()
    private let head = HTTPClientRequestPart.head(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/"))

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([socket, StaleConnectionHandler()])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    }

    @Test("a head that the system didn't take was never seen, on a connection that served before")
    func refusedHead() throws {
        socket.refuses = false
        try channel.writeOutbound(head)
        socket.refuses = true
        channel.pipeline.write(head, promise: nil)
        channel.pipeline.fireChannelInactive()
        #expect(throws: TransportError.connectionStale) { try channel.throwIfErrorCaught() }
    }

    @Test("what else goes wrong then is only its noise")
    func refusedHeadWithError() throws {
        try channel.writeOutbound(head)
        socket.refuses = true
        channel.pipeline.write(head, promise: nil)
        channel.pipeline.fireErrorCaught(IOError(errnoCode: 104, reason: "read"))
        #expect(throws: TransportError.connectionStale) { try channel.throwIfErrorCaught() }
    }

    @Test("a head that was taken may have been seen, whatever becomes of the rest")
    func takenHead() throws {
        try channel.writeOutbound(head)
        try channel.writeOutbound(head)
        socket.refuses = true
        let promise = channel.eventLoop.makePromise(of: Void.self)
        channel.pipeline.write(HTTPClientRequestPart.end(nil), promise: promise)
        #expect(throws: TransportError.connectionLost) { try promise.futureResult.wait() }
        channel.pipeline.fireChannelInactive()
        try channel.throwIfErrorCaught()
    }

    @Test("a first head that isn't taken says nothing about a kept connection")
    func newConnection() throws {
        socket.refuses = true
        channel.pipeline.write(head, promise: nil)
        channel.pipeline.fireChannelInactive()
        try channel.throwIfErrorCaught()
    }

    @Test("a refused head of one request doesn't count for the next")
    func nextRequest() throws {
        try channel.writeOutbound(head)
        socket.refuses = true
        channel.pipeline.write(head, promise: nil)
        socket.refuses = false
        try channel.writeOutbound(head)
        channel.pipeline.fireChannelInactive()
        try channel.throwIfErrorCaught()
    }

    /// Stands for the operating system.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        var refuses = false

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if refuses {
                promise?.fail(ChannelError.ioOnClosedChannel)
            } else {
                context.write(data, promise: promise)
            }
        }
    }
}
