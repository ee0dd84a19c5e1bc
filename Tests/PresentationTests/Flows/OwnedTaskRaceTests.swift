import Presentation
import Primitives
import TestSupport
import Testing

@MainActor
@Suite("Work that ends with its owner on many threads", .timeLimit(.minutes(10)))
struct OwnedTaskRaceTests {
    @Test("only the newest work delivers its result, and cancelled work never does", arguments: 0..<100)
    func replacements(seed: UInt64) async {
        let random = SeededRandomSource(seed: seed)
        let owner = OwnedTask()
        var newest: Int?
        for number in 0..<50 {
            newest = number
            let length = random.next() % 4
            owner.run {
                // Off the main actor, so that its end overlaps the steps of the test. It ignores its cancellation.
                await Task.detached {
                    for _ in 0..<length { await Task.yield() }
                    return number
                }.value
            } then: { result in
                #expect(result == .success(newest ?? -1))
                newest = nil
            }
            for _ in 0..<(random.next() % 8) { await Task.yield() }
            if random.next() % 4 == 0 {
                owner.cancel()
                newest = nil
            }
        }
        let last = await withCheckedContinuation { continuation in
            owner.run {
                "last"
            } then: { result in
                continuation.resume(returning: result)
            }
        }
        #expect(last == .success("last"))
    }
}
