import TestSupport
import Testing

@testable import Primitives

@Suite("AlarmQueue") struct AlarmQueueTests {
    @Test("gives out what is due by moment, then by arrival")
    func order() {
        var queue = AlarmQueue<String>()
        for (name, seconds) in [("c", 3), ("a", 1), ("d", 3), ("b", 2)] {
            queue.add(name, at: .seconds(seconds), as: queue.makeID())
        }
        #expect(queue.nextMoment() == .seconds(1))
        #expect(queue.removeFirst(dueAt: .milliseconds(999)) == nil)
        var names = ""
        while let name = queue.removeFirst(dueAt: .seconds(3)) { names += name }
        #expect(names == "abcd")
        #expect(queue.nextMoment() == nil)
    }

    @Test("what was removed is never due, and can't be removed again")
    func removal() {
        var queue = AlarmQueue<String>()
        let first = queue.makeID()
        queue.add("first", at: .seconds(1), as: first)
        queue.add("second", at: .seconds(2), as: queue.makeID())
        #expect(queue.remove(first) == "first")
        #expect(queue.remove(first) == nil)
        #expect(queue.nextMoment() == .seconds(2))
        #expect(queue.removeFirst(dueAt: .seconds(1)) == nil)
        #expect(queue.removeFirst(dueAt: .seconds(2)) == "second")
    }

    @Test("agrees with a sorted list on random walks", arguments: 1...20 as ClosedRange<UInt64>)
    func walk(seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        func draw(_ limit: UInt64) -> Int { Int(random.next() % limit) }
        var queue = AlarmQueue<Int>()
        var model: [(moment: Duration, id: Int)] = []
        for _ in 0..<2_000 {
            switch draw(8) {
            case 0...3:
                let (id, moment) = (queue.makeID(), Duration.seconds(draw(50)))
                queue.add(id, at: moment, as: id)
                model.append((moment, id))
                model.sort { ($0.moment, $0.id) < ($1.moment, $1.id) }
            case 4...6:
                guard !model.isEmpty else { continue }
                let (_, id) = model.remove(at: draw(UInt64(model.count)))
                #expect(queue.remove(id) == id)
            default:
                let moment = Duration.seconds(draw(50))
                let expected = model.first.flatMap { $0.moment <= moment ? $0.id : nil }
                #expect(queue.removeFirst(dueAt: moment) == expected)
                if expected != nil { model.removeFirst() }
            }
            #expect(queue.count == model.count)
            #expect(queue.nextMoment() == model.first?.moment)
        }
    }
}
