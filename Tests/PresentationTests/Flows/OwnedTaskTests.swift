import EngineTestSupport
import Presentation
import Primitives
import Testing

@MainActor
@Suite("Work that ends with its owner", .timeLimit(.minutes(10)))
struct OwnedTaskTests {
    @Test(
        "the result of cancelled or replaced work is dropped, even if it ignores the cancellation",
        arguments: [true, false])
    func dropped(isReplaced: Bool) async {
        let (slow, dropped) = (Gate(), Gate(isOpen: true))
        let task = OwnedTask()
        let (names, report) = AsyncStream.makeStream(of: String.self)
        task.run {
            // A task of its own is not cancelled with this one.
            await Task {
                await slow.pass()
                return Token("old") { Task { await dropped.pass() } }
            }.value
        } then: {
            if case .success(let token) = $0 { report.yield(token.name) }
        }
        await slow.waitForArrivals(1)
        if isReplaced {
            task.run {
                "new"
            } then: {
                if case .success(let name) = $0 { report.yield(name) }
            }
            #expect(await names.next() == "new")
        } else {
            task.cancel()
        }
        slow.open()
        await dropped.waitForArrivals(1)
        report.finish()
        #expect(await names.next() == nil)
    }

    @Test(
        "elements of a followed sequence are delivered in order until the work is cancelled or its owner is released",
        arguments: [true, false])
    func follow(isReleased: Bool) async {
        let (elements, source) = AsyncStream.makeStream(of: Int.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        source.onTermination = { _ in end.finish() }
        let (seen, report) = AsyncStream.makeStream(of: Int.self)
        var task: OwnedTask? = OwnedTask()
        task?.follow(elements) { report.yield($0) }
        for number in 1...3 {
            source.yield(number)
            #expect(await seen.next() == number)
        }
        if isReleased { task = nil } else { task?.cancel() }
        for await _ in ended {}
        withExtendedLifetime(task) {}
    }
}

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
