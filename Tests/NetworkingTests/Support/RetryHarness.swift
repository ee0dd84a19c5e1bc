import HTTPTypes
import Networking
import Primitives
import TestSupport

/// A retry link in front of a server in memory, and everything that a test wants to look at.
struct RetryHarness {
    let transport: MockTransport
    let monitor = MockEventMonitor()
    let clock = ManualClock()
    let health: OriginHealth
    /// The chain alone, for calls that no session makes.
    let pipeline: Pipeline
    let client: Client

    /// - Parameters:
    ///   - policy: without limits beyond the call itself, unless a test is about them.
    ///   - outer: links outside the retries.
    ///   - inner: links inside them.
    ///   - jitter: what each draw gives.
    init(
        _ policy: RetryPolicy = RetryPolicy(budget: nil, circuit: nil), outer: [any Interceptor] = [],
        inner: [any Interceptor] = [], jitter: Double = 0.5, transport: any Transport
    ) throws {
        self.transport = MockTransport(over: transport)
        health = OriginHealth(policy: policy, random: SteadyRandom(jitter))
        let interceptor = RetryInterceptor(health: health, random: SteadyRandom(jitter))
        pipeline = Pipeline(interceptors: outer + [interceptor] + inner, transport: self.transport)
        client = try .fixture(
            transport: self.transport, interceptors: pipeline.interceptors, time: clock, monitor: monitor)
    }

    /// In front of a server whose answers are given one after the other.
    init(
        _ policy: RetryPolicy = RetryPolicy(budget: nil, circuit: nil), outer: [any Interceptor] = [],
        inner: [any Interceptor] = [], jitter: Double = 0.5, responding responses: ScriptedServer.Response...
    ) throws {
        try self.init(
            policy, outer: outer, inner: inner, jitter: jitter, transport: ScriptedServer(responses))
    }

    var session: Session<TestGuest> { client.session(for: TestGuest.self) }

    /// What was decided, in order.
    var decisions: [CallEvent.Kind] {
        monitor.events.map(\.kind).filter { kind in
            switch kind {
            case .retryScheduled, .notRetried, .hedged, .notHedged, .circuit: true
            default: false
            }
        }
    }
}
