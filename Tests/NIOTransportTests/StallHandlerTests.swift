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
    func noProgress() {
        let start = channel.eventLoop.now
        var clock = StallClock(limit: .seconds(10), now: start)
        clock.sent(at: start)
        for second in 1...9 {
            let now = start + .seconds(Int64(second))
            clock.received(at: now)
            clock.discountRead()
            clock.readEnded()
            clock.requestedRead(at: now)
            #expect(clock.nextCheck(at: now) == start + .seconds(10))
        }
        #expect(clock.nextCheck(at: start + .seconds(10)) == nil)
    }
}

@Suite("Window of a streamed request body")
struct SendWindowTests {
    private let window = SendWindow(size: 100)

    @Test("a sender waits while the window is full, until half of it is free")
    func waiting() {
        let resumptions = Atomic(0)
        let add: SendWindow.Resume = { resumptions.add(1, ordering: .relaxed) }
        for _ in 1...4 { window.open(for: 25, add) }
        #expect(resumptions.load(ordering: .relaxed) == 4)
        window.open(for: 25, add)
        window.close(by: 25)
        #expect(resumptions.load(ordering: .relaxed) == 4)
        window.close(by: 25)
        #expect(resumptions.load(ordering: .relaxed) == 5)
    }

    @Test("a piece of any size is sent after smaller ones, and fills the window for the next one")
    func largePiece() {
        let resumptions = Atomic(0)
        let add: SendWindow.Resume = { resumptions.add(1, ordering: .relaxed) }
        window.open(for: 100, add)
        window.open(for: 1_000, add)
        #expect(resumptions.load(ordering: .relaxed) == 1)
        window.close(by: 100)
        #expect(resumptions.load(ordering: .relaxed) == 2)
        window.open(for: 1, add)
        #expect(resumptions.load(ordering: .relaxed) == 2)
        window.close(by: 1_000)
        #expect(resumptions.load(ordering: .relaxed) == 3)
    }
}
