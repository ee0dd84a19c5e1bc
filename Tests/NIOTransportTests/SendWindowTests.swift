import Synchronization
import Testing

@testable import NIOTransport

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

    @Test("a piece of any size is sent after smaller ones")
    func largePiece() {
        let resumptions = Resumptions()
        window.open(for: 100, resumptions.add)
        window.open(for: 1_000, resumptions.add)
        #expect(resumptions.count == 1)
        window.close(by: 100)
        #expect(resumptions.count == 2)
    }

    @Test("a large piece fills the window for the next one")
    func afterLargePiece() {
        let resumptions = Resumptions()
        window.open(for: 1_000, resumptions.add)
        window.open(for: 1, resumptions.add)
        #expect(resumptions.count == 1)
        window.close(by: 1_000)
        #expect(resumptions.count == 2)
    }
}

private final class Resumptions: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock(\.self) }

    func add() {
        state.withLock { $0 += 1 }
    }
}
