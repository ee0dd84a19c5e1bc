import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Calls to a failing server", .timeLimit(.minutes(10)))
struct CircuitCallTests {
    private let circuit = RetryPolicy.Circuit(minimumAttempts: 2, pause: .seconds(5))
    private static let status503 = NetworkError.Cause.status(HTTPFailure(status: 503))

    private func policy(_ attempts: Int) -> RetryPolicy {
        RetryPolicy(maximumAttempts: attempts, budget: nil, circuit: circuit)
    }

    @Test("failing calls open the circuit; the next call fails at once, and the first after the pause is a probe")
    func wholeRound() async throws {
        let harness = try RetryHarness(
            policy(1), responding: .status(.serviceUnavailable), .status(.serviceUnavailable), .item)
        for _ in 0..<2 { await expectError(Self.status503) { try await harness.session.send(.item) } }
        harness.clock.advance(by: .seconds(2))
        let error = await expectError(.circuitOpen(retryAfter: .seconds(3))) { try await harness.session.send(.item) }
        #expect(error?.metadata.attempts == 0)
        #expect(error?.isRetryable == true)
        harness.clock.advance(by: .seconds(3))
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
        #expect(harness.transport.calls.count == 4)
        #expect(harness.decisions == [.circuit(.opened(.seconds(5))), .circuit(.halfOpened), .circuit(.closed)])
    }

    @Test("a call ends with its last response if the circuit opens before its retry")
    func beforeRetry() async throws {
        let harness = try RetryHarness(policy(5), jitter: 0, responding: .status(.serviceUnavailable))
        await expectError(Self.status503) { try await harness.session.send(.item) }
        #expect(harness.transport.calls.count == 2)
        #expect(
            harness.decisions == [
                .retryScheduled(attempt: 2, delay: .zero, .status(503)), .circuit(.opened(.seconds(5))),
                .notRetried(.circuitOpen),
            ])
    }

    @Test("a call ends with its last response if the circuit opens during its retry delay")
    func whileAsleep() async throws {
        let harness = try RetryHarness(policy(3), responding: .status(.serviceUnavailable))
        let sleeper = Task { try await harness.session.send(.item) }
        await harness.clock.waitForSleepers(1)
        // Its first failure is the second one, which opens the circuit.
        await expectError(Self.status503) { try await harness.session.send(.post(.none)) }
        await harness.clock.advanceToNextDeadline()
        await expectError(Self.status503) { try await sleeper.value }
        #expect(harness.decisions.last == .notRetried(.circuitOpen))
        #expect(harness.transport.calls.count == 2)
    }

    @Test("a cancelled probe frees its place")
    func cancelledProbe() async throws {
        let gate = Gate()
        let harness = try RetryHarness(
            policy(1), responding: .status(.serviceUnavailable), .status(.serviceUnavailable), .held(gate, then: .item),
            .item)
        for _ in 0..<2 { _ = try? await harness.session.send(.item) }
        harness.clock.advance(by: .seconds(5))
        let probe = Task { try await harness.session.send(.item) }
        await gate.waitForArrivals(1)
        await expectError(.circuitOpen(retryAfter: .seconds(5))) { try await harness.session.send(.item) }
        probe.cancel()
        await expectError(.cancelled) { try await probe.value }
        #expect(try await harness.session.send(.item) == Item(name: "pen"))
    }

    @Test("one origin's failures don't affect another's calls")
    func origins() async throws {
        let health = OriginHealth(policy: policy(1), random: SteadyRandom(0))
        let interceptor = RetryInterceptor(health: health, random: SteadyRandom(0))
        let failing = try Client.fixture(
            transport: ScriptedServer([.status(.serviceUnavailable)]), interceptors: [interceptor]
        ).session(for: TestGuest.self)
        let well = try Client.fixture(
            transport: ScriptedServer([.item]), interceptors: [interceptor],
            environment: .fixture(baseURL: "https://other.example.com")
        ).session(for: TestGuest.self)
        for _ in 0..<2 { _ = try? await failing.send(.item) }
        await expectError(.circuitOpen(retryAfter: .seconds(5))) { try await failing.send(.item) }
        #expect(try await well.send(.item) == Item(name: "pen"))
    }

    @Test("a thousand calls that fail at once open the circuit once, and one of the next thousand probes it")
    func crowd() async throws {
        let gates = [Gate(), Gate()]
        let transport = FakeTransport { request in
            let isProbe = request.head.path == "/probe"
            await gates[isProbe ? 1 : 0].pass()
            return isProbe ? .json(#"{"name":"pen"}"#) : .empty(.serviceUnavailable)
        }
        let harness = try RetryHarness(policy(1), transport: transport)
        let session = harness.session
        async let failures = withTaskGroup(of: Bool.self) { group in
            for _ in 0..<1_000 { group.addTask { (try? await session.send(.item)) == nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        await gates[0].waitForArrivals(1_000)
        gates[0].open()
        #expect(await failures == 1_000)
        #expect(harness.decisions == [.circuit(.opened(.seconds(5)))])
        harness.clock.advance(by: .seconds(5))
        async let refusals = withTaskGroup(of: Bool.self) { group in
            for _ in 0..<1_000 { group.addTask { (try? await session.send(.item(at: "/probe"))) == nil } }
            var refused = 0
            // The probe ends last: it waits for the gate, which opens after all others were rejected.
            for await isRefused in group {
                refused += isRefused ? 1 : 0
                if refused == 999 { gates[1].open() }
            }
            return refused
        }
        #expect(await refusals == 999)
        #expect(gates[1].arrivals == 1)
        #expect(harness.decisions.suffix(2) == [.circuit(.halfOpened), .circuit(.closed)])
    }
}
