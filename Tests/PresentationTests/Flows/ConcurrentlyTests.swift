import EngineTestSupport
import Presentation
import Testing

@Suite("Two calls at once", .timeLimit(.minutes(10)))
struct ConcurrentlyTests {
    @Test("both calls run at the same time, and both values are returned in order")
    func values() async throws {
        let (first, second) = (Gate(), Gate())
        // Each call ends only when the other has begun.
        let pair = try await concurrently(
            { () async throws(FakeFailure) in
                second.open()
                try await first.pass(orThrow: .cancelled)
                return 1
            },
            { () async throws(FakeFailure) in
                first.open()
                try await second.pass(orThrow: .cancelled)
                return "two"
            })
        #expect(pair == (1, "two"))
    }

    @Test("a failure of either call cancels the other one, which would never end", arguments: [true, false])
    func failure(isFirst: Bool) async {
        let (closed, cancelled) = (Gate(), Gate(isOpen: true))
        let call = { @Sendable (fails: Bool) async throws(FakeFailure) in
            if fails { throw .refused("no") }
            await closed.pass()
            await cancelled.pass()
            throw .cancelled
        }
        do throws(FakeFailure) {
            _ = try await concurrently(
                { () async throws(FakeFailure) in try await call(isFirst) },
                { () async throws(FakeFailure) in try await call(!isFirst) })
            Issue.record("No error.")
        } catch {
            #expect(error == .refused("no"))
        }
        #expect(cancelled.arrivals == 1)
    }
}
