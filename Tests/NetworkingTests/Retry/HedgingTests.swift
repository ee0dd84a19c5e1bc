import ContractSuites
import Foundation
import HTTPTypes
import NetworkSimulation
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import TestSupport
import Testing

@Suite("Hedged calls", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct HedgingTests {
    private let slow = Gate()
    private let second = Gate()

    private func policy(_ attempts: Int = 3, _ budget: RetryPolicy.Budget? = nil) -> RetryPolicy {
        RetryPolicy(maximumAttempts: attempts, budget: budget, circuit: nil, hedging: .init(after: .seconds(1)))
    }

    @Test("a fast call is sent once and leaves no timer")
    func fast() async throws {
        let world = try RetryHarness(policy(), responding: .item)
        #expect(try await world.session.send(.item) == Item(name: "pen"))
        #expect(world.transport.calls.count == 1)
        #expect(world.clock.deadlines.isEmpty)
        #expect(world.decisions.isEmpty)
    }

    @Test("a slow call is sent again; the first success wins and the other attempt is cancelled")
    func slowFirst() async throws {
        let world = try RetryHarness(policy(), responding: .held(slow, then: .status(.notFound)), .item)
        let call = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        #expect(await world.clock.advanceToNextDeadline() == .seconds(1))
        // The call returns although the gate stays closed: it would hang if its first attempt were not cancelled.
        #expect(try await call.value == Item(name: "pen"))
        #expect(world.decisions == [.hedged(after: .seconds(1))])
        #expect(world.monitor.names.contains("attemptFailed") == false, "a cancelled attempt did not fail")
        #expect(world.clock.deadlines.isEmpty)
    }

    @Test("a call whose first attempt succeeds after all returns that and cancels the hedge")
    func firstAfterAll() async throws {
        let world = try RetryHarness(
            policy(), responding: .held(slow, then: .item), .held(second, then: .status(.notFound)))
        let call = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        await world.clock.advanceToNextDeadline()
        await second.waitForArrivals(1)
        slow.open()
        #expect(try await call.value == Item(name: "pen"))
    }

    @Test("a cancelled call cancels both attempts and the timer, and reports one cancellation")
    func cancelled() async throws {
        let world = try RetryHarness(policy(), responding: .held(slow, then: .item), .held(second, then: .item))
        let call = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        await world.clock.advanceToNextDeadline()
        await second.waitForArrivals(1)
        call.cancel()
        let error = await expectError(.cancelled) { try await call.value }
        #expect(error?.metadata.attempts == 2)
        #expect(world.clock.deadlines.isEmpty)
        #expect(world.monitor.names.filter { $0 == "failed" }.count == 1)
    }

    @Test("a call that is cancelled before its hedge sends no hedge")
    func cancelledEarly() async throws {
        let world = try RetryHarness(policy(), responding: .held(slow, then: .item))
        let call = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        await world.clock.waitForSleepers(1)
        call.cancel()
        await expectError(.cancelled) { try await call.value }
        #expect(world.transport.calls.count == 1)
        #expect(world.clock.deadlines.isEmpty)
    }

    @Test("a failed hedge waits for the first attempt")
    func hedgeFails() async throws {
        let world = try RetryHarness(policy(), responding: .held(slow, then: .item), .status(.serviceUnavailable))
        let call = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        await world.clock.advanceToNextDeadline()
        await world.monitor.waitForEvents(1) { $0 == .responded(status: 503) }
        slow.open()
        #expect(try await call.value == Item(name: "pen"))
    }

    @Test("if both attempts fail, the call is retried with both of them counted")
    func bothFail() async throws {
        let world = try RetryHarness(
            policy(3), responding: .held(slow, then: .failure(.connectionLost)), .status(.serviceUnavailable), .item)
        let call = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        await world.clock.advanceToNextDeadline()
        await world.monitor.waitForEvents(1) { $0 == .responded(status: 503) }
        slow.open()
        #expect(await world.clock.advanceToNextDeadline() == .milliseconds(50))
        #expect(try await call.value == Item(name: "pen"))
        #expect(
            world.decisions == [
                .hedged(after: .seconds(1)),
                .retryScheduled(attempt: 3, delay: .milliseconds(50), .connectionLost),
            ])
    }

    @Test("a call is hedged once per round, and only if an attempt is left")
    func attemptsLeft() async throws {
        let world = try RetryHarness(
            policy(2), jitter: 0, responding: .status(.serviceUnavailable), .held(slow, then: .item))
        let call = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        #expect(world.clock.deadlines.isEmpty, "no hedge is waiting")
        slow.open()
        #expect(try await call.value == Item(name: "pen"))
    }

    @Test("a hedge costs as much as a retry, and an empty budget allows none")
    func budget() async throws {
        let world = try RetryHarness(
            policy(3, .init(share: 0, reserve: 1, opening: .full)),
            responding: .held(slow, then: .item), .item, .held(second, then: .item))
        let first = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        await world.clock.advanceToNextDeadline()
        #expect(try await first.value == Item(name: "pen"))
        let next = Task { try await world.session.send(.item) }
        await second.waitForArrivals(1)
        await world.clock.advanceToNextDeadline()
        await world.monitor.waitForEvents(1) { $0 == .notHedged(.budgetEmpty) }
        second.open()
        #expect(try await next.value == Item(name: "pen"))
        #expect(world.decisions == [.hedged(after: .seconds(1)), .notHedged(.budgetEmpty)])
    }

    @Test(
        "only reads are hedged",
        arguments: [
            (HTTPRequest.Method.get, 2), (.head, 2), (.post, 1), (.put, 1), (.patch, 1), (.delete, 1), (.options, 1),
        ])
    func readsOnly(method: HTTPRequest.Method, attempts: Int) throws {
        let world = SimulatedWorld(seed: 1)
        let count = Mutex(0)
        let interceptor = RetryInterceptor(
            health: OriginHealth(policy: policy(), random: world.random), random: world.random)
        let slowServer = MockInterceptor { call, _ throws(NetworkError) in
            count.withLock { $0 += 1 }
            try? await call.context.time.sleep(for: .seconds(10))
            return .empty(.ok)
        }
        let pipeline = Pipeline(interceptors: [interceptor, slowServer], transport: MockTransport())
        _ = try world.run {
            var call = try Call.fixture(context: .fixture(time: world.time))
            call.request.method = method
            return try await pipeline.send(call)
        }
        #expect(count.withLock { $0 } == attempts)
    }

    @Test("a call that probes a circuit is not hedged")
    func halfOpen() async throws {
        let policy = RetryPolicy(
            maximumAttempts: 2, budget: nil, circuit: .init(minimumAttempts: 2, pause: .seconds(5)),
            hedging: .init(after: .seconds(1)))
        let world = try RetryHarness(
            policy, jitter: 0, responding: .status(.serviceUnavailable), .status(.serviceUnavailable),
            .held(slow, then: .item))
        _ = try? await world.session.send(.item)
        world.clock.advance(by: .seconds(5))
        let probe = Task { try await world.session.send(.item) }
        await slow.waitForArrivals(1)
        await world.clock.advanceToNextDeadline()
        await world.monitor.waitForEvents(1) { $0 == .notHedged(.circuitOpen) }
        slow.open()
        #expect(try await probe.value == Item(name: "pen"))
        #expect(world.decisions.last == .circuit(.closed))
    }
}
