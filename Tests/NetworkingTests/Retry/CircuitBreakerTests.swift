import EngineTestSupport
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

@Suite("Circuit breaker")
struct CircuitBreakerTests {
    private static let policy = RetryPolicy.Circuit(
        failureShare: 0.5, minimumAttempts: 4, window: .seconds(10), pause: .seconds(5), probes: 1)

    /// Admits an attempt and records its outcome.
    private func attempt(
        _ verdict: CircuitBreaker.Verdict, in circuit: inout CircuitBreaker, at now: Duration = .zero
    ) throws -> CircuitChange? {
        guard case .admitted(let permit, _) = circuit.admit(at: now) else { throw Refused() }
        return circuit.record(verdict, for: permit, at: now)
    }

    private struct Refused: Error {}

    /// A circuit that opened at zero with the minimum number of failures.
    private func opened(_ policy: RetryPolicy.Circuit = policy) throws -> CircuitBreaker {
        var circuit = CircuitBreaker(policy)
        for number in 1...policy.minimumAttempts {
            let change = try attempt(.failed, in: &circuit)
            #expect(change == (number < policy.minimumAttempts ? nil : .opened(policy.pause)))
        }
        return circuit
    }

    @Test("a circuit opens with the failure that reaches the share of the results that say something about the server")
    func share() throws {
        var circuit = CircuitBreaker(Self.policy)
        let verdicts: [CircuitBreaker.Verdict] = [.well, .well, .well, .failed, .failed]
        for verdict in verdicts + Array(repeating: .silent, count: 100) {
            let change = try attempt(verdict, in: &circuit)
            #expect(change == nil, "\(verdict)")
        }
        let last = try attempt(.failed, in: &circuit)
        #expect(last == .opened(.seconds(5)))
    }

    @Test("a circuit ignores results older than its window")
    func window() throws {
        var circuit = CircuitBreaker(Self.policy)
        for second in [0, 11, 22, 33, 44, 55] {
            let change = try attempt(.failed, in: &circuit, at: .seconds(second))
            #expect(change == nil)
        }
        let changes = try (1...4).map { _ in try attempt(.failed, in: &circuit, at: .seconds(100)) }
        #expect(changes == [nil, nil, nil, .opened(.seconds(5))])
    }

    @Test("an open circuit rejects all calls with the remaining time, then lets one probe through")
    func halfOpen() throws {
        var circuit = try opened()
        #expect(circuit.admit(at: .milliseconds(4_999)) == .refused(retryAfter: .milliseconds(1)))
        #expect(circuit.admit(at: .seconds(5)) == .admitted(.probe(1), .halfOpened))
        for _ in 0..<50 { #expect(circuit.admit(at: .seconds(6)) == .refused(retryAfter: .seconds(4))) }
        #expect(circuit.record(.well, for: .probe(1), at: .seconds(7)) == .closed)
        // The earlier failures no longer count.
        let next = try attempt(.failed, in: &circuit, at: .seconds(7))
        #expect(next == nil)
    }

    @Test("a failed probe opens the circuit for the whole pause again, and a cancelled one frees its place at once")
    func endedProbe() throws {
        var circuit = try opened()
        _ = circuit.admit(at: .seconds(5))
        #expect(circuit.record(.silent, for: .probe(1), at: .seconds(7)) == nil)
        #expect(circuit.admit(at: .seconds(7)) == .admitted(.probe(2), nil))
        #expect(circuit.record(.failed, for: .probe(2), at: .seconds(8)) == .opened(.seconds(5)))
        #expect(circuit.admit(at: .seconds(8)) == .refused(retryAfter: .seconds(5)))
    }

    @Test("a probe that hangs loses its place, and its late result changes nothing")
    func hangingProbe() throws {
        var circuit = try opened()
        _ = circuit.admit(at: .seconds(5))
        #expect(circuit.admit(at: .milliseconds(9_999)) == .refused(retryAfter: .milliseconds(1)))
        #expect(circuit.admit(at: .seconds(10)) == .admitted(.probe(2), nil))
        for verdict in [CircuitBreaker.Verdict.silent, .failed, .well] {
            #expect(circuit.record(verdict, for: .probe(1), at: .seconds(10)) == nil)
        }
        #expect(circuit.admit(at: .seconds(11)) == .refused(retryAfter: .seconds(4)))
    }

    @Test("results of calls from before the opening change nothing", arguments: [CircuitBreaker.Verdict.well, .failed])
    func lateNews(verdict: CircuitBreaker.Verdict) throws {
        var circuit = try opened()
        let late = CircuitBreaker.Permit.regular(epoch: 0)
        #expect(circuit.record(verdict, for: late, at: .seconds(1)) == nil)
        #expect(circuit.admit(at: .seconds(2)) == .refused(retryAfter: .seconds(3)))
        _ = circuit.admit(at: .seconds(5))
        #expect(circuit.record(verdict, for: late, at: .seconds(5)) == nil)
        #expect(circuit.admit(at: .seconds(5)) == .refused(retryAfter: .seconds(5)))
        #expect(circuit.record(.well, for: .probe(1), at: .seconds(6)) == .closed)
        for _ in 1...4 { #expect(circuit.record(verdict, for: late, at: .seconds(6)) == nil) }
        #expect(circuit.isClosed)
    }

    @Test("a circuit admits the policy's number of probes; the first success closes it")
    func severalProbes() throws {
        var circuit = try opened(RetryPolicy.Circuit(minimumAttempts: 4, pause: .seconds(5), probes: 3))
        let admitted = (0..<4).map { _ in circuit.admit(at: .seconds(5)) }
        #expect(
            admitted == [
                .admitted(.probe(1), .halfOpened), .admitted(.probe(2), nil), .admitted(.probe(3), nil),
                .refused(retryAfter: .seconds(5)),
            ])
        #expect(circuit.record(.well, for: .probe(2), at: .seconds(6)) == .closed)
        #expect(circuit.record(.failed, for: .probe(1), at: .seconds(6)) == nil)
    }
}

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
}
