import Networking
import Primitives
import TestSupport
import Testing

/// What a task group would promise of the task that an exchange has of its own under a limit.
@Suite("An exchange under a limit", .timeLimit(.minutes(1)))
struct LimitedExchangeTests {
    @Test(
        "has ended when the call returns, however long it takes to notice that time is up",
        arguments: [Duration.seconds(1), .seconds(30)])
    func ending(limit: Duration) throws {
        let world = SimulatedWorld(seed: 1)
        let time = world.time
        let stubborn = HookInterceptor { call, _ throws(NetworkError) in
            // Waits for its moment, cancelled or not.
            await withCheckedContinuation { continuation in
                _ = time.setAlarm(at: .seconds(60)) { continuation.resume() }
            }
            throw call.context.error(.cancelled, call.request)
        }
        let pipeline = Pipeline(
            interceptors: [DeadlineInterceptor(total: limit), stubborn], transport: FailingTransport())
        try world.run {
            await expectError(.timeout(.total(limit))) {
                try await pipeline.send(Call.fixture(context: .fixture(time: time)))
            }
            #expect(time.uptime == .seconds(60))
        }
    }

    @Test("begins cancelled where its caller is")
    func cancelledBefore() async throws {
        let held = Gate()
        let pipeline = Pipeline(
            interceptors: [
                DeadlineInterceptor(total: .seconds(1)),
                HookInterceptor { call, next throws(NetworkError) in
                    guard Task.isCancelled else {
                        Issue.record("the exchange began as if nobody had cancelled it")
                        return try await next(call)
                    }
                    await held.pass()
                    throw call.context.error(.cancelled, call.request)
                },
            ], transport: FailingTransport())
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await pipeline.send(Call.fixture(context: .fixture()))
        }
        await expectError(.cancelled) { try await call.value }
    }
}
