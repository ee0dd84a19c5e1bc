import Primitives
import TestSupport
import Testing

@testable import Networking

@Suite("Work within a limit", .timeLimit(.minutes(1)))
struct LimitedWorkTests {
    private static let late = NetworkError.fixture(.transport(.connectionLost))

    @Test("work that ends in time is what counts, and the timer is let go")
    func inTime() async throws {
        let clock = ManualClock()
        let context = try CallContext.fixture(time: clock)
        for outcome in [Result<Int, NetworkError>.success(7), .failure(Self.late)] {
            #expect(await context.result(within: .seconds(1)) { outcome } == outcome)
        }
        #expect(clock.uptime == .zero)
    }

    @Test(
        "work that is cancelled at its limit counts if it has succeeded, and a failure is no more than its echo",
        arguments: [Result<Int, NetworkError>.success(7), .failure(late)])
    func limit(outcome: Result<Int, NetworkError>) async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let context = try CallContext.fixture(time: clock)
        async let result = context.result(within: .seconds(1)) {
            await gate.pass()
            #expect(Task.isCancelled)
            return outcome
        }
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await result == (try? outcome.get()).map { .success($0) })
    }

    @Test("a caller that gives up hears what the work says of it, and of no timeout")
    func cancelled() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let context = try CallContext.fixture(time: clock)
        let task = Task {
            await context.result(within: .seconds(1)) { () -> Result<Int, NetworkError> in
                await gate.pass()
                return .failure(.fixture(.cancelled))
            }
        }
        await gate.waitForArrivals(1)
        task.cancel()
        #expect(await task.value == .failure(.fixture(.cancelled)))
    }
}
