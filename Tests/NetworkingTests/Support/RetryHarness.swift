import EngineTestSupport
import Networking
import Primitives
import Synchronization

/// A retry interceptor with an in-memory server, and access to everything that a test checks.
struct RetryHarness {
    let transport: MockTransport
    let monitor = MockEventMonitor()
    let clock = ManualClock()
    let health: OriginHealth
    /// The chain alone, for calls without a session.
    let pipeline: Pipeline
    let client: Client

    /// - Parameters:
    ///   - policy: without limits but the call's own by default.
    ///   - outer: interceptors outside the retries.
    ///   - inner: interceptors inside them.
    ///   - jitter: the value of each draw.
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

    /// With a server that returns one of `responses` to each request, in order, and the last one to all later requests.
    init(
        _ policy: RetryPolicy = RetryPolicy(budget: nil, circuit: nil), outer: [any Interceptor] = [],
        inner: [any Interceptor] = [], jitter: Double = 0.5,
        responding responses: Result<ServerResponse, TransportError>...
    ) throws {
        let left = Mutex(responses)
        let server = FakeTransport { _ throws(TransportError) in
            try left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
        }
        try self.init(policy, outer: outer, inner: inner, jitter: jitter, transport: server)
    }

    var session: Session<TestGuest> { client.session(for: TestGuest.self) }

    /// The retry decisions, in order.
    var decisions: [CallEvent.Kind] {
        monitor.events.map(\.kind).filter { kind in
            switch kind {
            case .retryScheduled, .notRetried, .circuit: true
            default: false
            }
        }
    }
}
