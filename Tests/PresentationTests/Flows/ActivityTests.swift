import EngineTestSupport
import Presentation
import Testing

@MainActor
@Suite("Activity indicator", .timeLimit(.minutes(10)))
struct ActivityTests {
    @Test("overlapping calls are counted, and the indicator stays on until the last one ends")
    func overlapping() async {
        let activity = Activity()
        let gates = [Gate(), Gate(), Gate()]
        let calls = gates.map { gate in Task { await activity.track { await gate.pass() } } }
        for gate in gates { await gate.waitForArrivals(1) }
        #expect(activity.count == 3)
        for (index, gate) in gates.enumerated() {
            #expect(activity.isActive)
            gate.open()
            await calls[index].value
            #expect(activity.count == 2 - index)
        }
        #expect(!activity.isActive)
    }

    @Test("a call that throws is no longer counted, and its typed error passes through")
    func failure() async {
        let activity = Activity()
        do throws(FakeFailure) {
            try await activity.track { () async throws(FakeFailure) in throw .refused("no") }
            Issue.record("No error.")
        } catch {
            #expect(error == .refused("no"))
        }
        #expect(activity.count == 0)
    }

    @Test("an observer sees the indicator turn on and off")
    func observation() async throws {
        let (activity, gate) = (Activity(), Gate())
        let call = Task { await activity.track { await gate.pass() } }
        try await wait { activity.isActive }
        gate.open()
        try await wait { !activity.isActive }
        await call.value
    }
}
