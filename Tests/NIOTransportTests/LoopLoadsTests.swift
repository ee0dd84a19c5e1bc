import NIOCore
import NIOPosix
import Testing

@testable import NIOTransport

@Suite("Event loops of exchanges")
struct LoopLoadsTests {
    private let loops = MultiThreadedEventLoopGroup.singleton

    @Test("one exchange at a time stays on one loop")
    func oneAtATime() {
        let loads = LoopLoads(loops)
        let used = (0..<10).map { _ in
            let share = loads.begin()
            loads.end(share)
            return ObjectIdentifier(share.loop)
        }
        #expect(Set(used).count == 1)
    }

    @Test("exchanges at once are spread evenly, and what ended makes room where it was")
    func spread() {
        let loads = LoopLoads(loops)
        let count = loops.makeIterator().reduce(0) { count, _ in count + 1 }
        let shares = (0..<3 * count).map { _ in loads.begin() }
        let perLoop = Dictionary(grouping: shares) { ObjectIdentifier($0.loop) }.mapValues(\.count)
        #expect(perLoop.count == count && perLoop.values.allSatisfy { $0 == 3 })
        loads.end(shares[count - 1])
        #expect(loads.begin().loop === shares[count - 1].loop)
    }
}
