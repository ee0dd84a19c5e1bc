import NIOCore
import NIOEmbedded
import Networking
import Synchronization
import Testing

@testable import NIOTransport

@Suite("Stalled connections")
struct StallHandlerTests {
    private let channel = EmbeddedChannel()
    private let bytes = ByteBuffer(string: "bytes")

    init() throws {
        try channel.pipeline.syncOperations.addHandler(StallHandler(limit: .seconds(10), now: channel.eventLoop.now))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    }

    @Test("a connection stays open before its first request")
    func unused() {
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }

    @Test("a stalled connection is closed at its timeout with the reason, and not before")
    func closes() throws {
        try channel.writeOutbound(bytes)
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(throws: TransportError.idleTimeout) { try channel.throwIfErrorCaught() }
    }

    @Test("the stall timeout restarts with every byte in either direction")
    func movement() throws {
        for step in 1...10 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(9))
            if step.isMultiple(of: 2) {
                try channel.writeInbound(bytes)
                channel.read()
            } else {
                try channel.writeOutbound(bytes)
            }
            #expect(channel.isActive)
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(!channel.isActive)
    }

    @Test("the stall timeout pauses while no reader requests bytes, and restarts with the next read")
    func slowReader() throws {
        try channel.writeOutbound(bytes)
        try channel.writeInbound(bytes)
        // Ends between two checks: the first one after it must not count it.
        channel.embeddedEventLoop.advanceTime(by: .seconds(3_605))
        #expect(channel.isActive)
        channel.read()
        channel.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("reads without progress don't extend the stall timeout")
    func noProgress() throws {
        try channel.pipeline.syncOperations.addHandler(NoProgressReporter())
        try channel.writeOutbound(bytes)
        for _ in 1...9 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(bytes)
            channel.read()
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(throws: TransportError.idleTimeout) { try channel.throwIfErrorCaught() }
    }

    /// Reports that each read made no progress.
    private final class NoProgressReporter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        func channelReadComplete(context: ChannelHandlerContext) {
            context.triggerUserOutboundEvent(StallHandler.NoProgress(), promise: nil)
            context.fireChannelReadComplete()
        }
    }
}

@Suite("Window of a streamed request body")
struct SendWindowTests {
    private let window = SendWindow(size: 100)

    @Test("a sender waits while the window is full, until half of it is free")
    func waiting() {
        let resumptions = Resumptions()
        for _ in 1...4 { window.open(for: 25, resumptions.add) }
        #expect(resumptions.count == 4)
        window.open(for: 25, resumptions.add)
        window.close(by: 25)
        #expect(resumptions.count == 4)
        window.close(by: 25)
        #expect(resumptions.count == 5)
    }

    @Test("a piece of any size is sent after smaller ones, and fills the window for the next one")
    func largePiece() {
        let resumptions = Resumptions()
        window.open(for: 100, resumptions.add)
        window.open(for: 1_000, resumptions.add)
        #expect(resumptions.count == 1)
        window.close(by: 100)
        #expect(resumptions.count == 2)
        window.open(for: 1, resumptions.add)
        #expect(resumptions.count == 2)
        window.close(by: 1_000)
        #expect(resumptions.count == 3)
    }
}

private final class Resumptions: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock(\.self) }

    func add() {
        state.withLock { $0 += 1 }
    }
}
