import HTTPTypes
public import Primitives
import Synchronization

/// Retries calls that failed for a temporary reason, and stops calling a server that keeps failing.
///
/// A retry depends on the call's method, body and deadline, and on the retry budget and circuit of its origin. The
/// interceptor is placed outside redirects, authentication and the attempt timeout, so that one attempt includes all of
/// these, and inside the deadline and the response cache. `Pipeline.standard` gives the reasons for this order.
///
/// When retrying ends, the caller gets the last response or error unchanged, and the monitor receives the reason. A
/// call to an origin whose circuit is open fails at once with ``NetworkError/Cause/circuitOpen(retryAfter:)``. Budget
/// and circuit belong to the environment's origin, even after redirects. A streamed call counts as complete when the
/// response's head arrives: the reader receives the errors of the body, and nothing is retried.
public struct RetryInterceptor: Interceptor {
    let health: OriginHealth
    private let random: any RandomSource

    /// - Parameters:
    ///   - health: the policy and the state of each origin; share one instance among all clients of an app.
    ///   - random: draws the jitter.
    public init(health: OriginHealth, random: any RandomSource) {
        self.health = health
        self.random = random
    }

    var policy: RetryPolicy { health.policy }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard !policy.isOff else { return try await next(call) }
        let context = call.context
        var call = call
        let watch = BodyWatch.attach(to: &call)
        var machine = RetryMachine(policy)
        var permit = try admit(call)
        while true {
            // The result of an attempt is released at the end of each iteration, before the next attempt: dropping a
            // streamed body releases its connection.
            let attempt = await attempt(call, permit, next: next)
            switch step(of: &machine, after: attempt, call, isBodySpent: watch?.isSpent == true) {
            case .end: return try attempt.result.get()
            case .refuse(let refusal):
                context.report(.notRetried(refusal))
                return try attempt.result.get()
            case .retry(let reason, let delay):
                switch try await waitForRetry(of: call, after: delay, for: reason, attempt: machine.attempts + 1) {
                case .granted(let next): permit = next
                case .refused(let refusal):
                    context.report(.notRetried(refusal))
                    return try attempt.result.get()
                }
            }
        }
    }

    /// How one attempt ended.
    private struct Attempt {
        let result: Result<ServerResponse, NetworkError>
        let outcome: AttemptOutcome
        /// How many requests were sent for the attempt.
        let exchanges: Int

        var response: ServerResponse? { try? result.get() }
    }

    private func attempt(_ call: Call, _ permit: CircuitBreaker.Permit, next: Next) async -> Attempt {
        let before = call.context.attempts
        let result: Result<ServerResponse, NetworkError>
        do throws(NetworkError) {
            result = .success(try await next(call))
        } catch {
            result = .failure(error)
        }
        return conclude(result, of: call, permit, exchanges: call.context.attempts - before)
    }

    // Separate functions, so that a call that waits for its attempt needs no memory for the steps after it.
    @inline(never)
    private func conclude(
        _ result: Result<ServerResponse, NetworkError>, of call: Call, _ permit: CircuitBreaker.Permit, exchanges: Int
    ) -> Attempt {
        let context = call.context
        let attempt = Attempt(result: result, outcome: AttemptOutcome(result), exchanges: exchanges)
        let (verdict, now) = (attempt.outcome.verdict, context.time.monotonicTime)
        if let change = health.withKnownState(of: context.origin, { $0.record(verdict, for: permit, at: now) }) {
            context.report(.circuit(change))
        }
        return attempt
    }

    @inline(never)
    private func step(
        of machine: inout RetryMachine, after attempt: Attempt, _ call: Call, isBodySpent: Bool
    ) -> RetryMachine.Step {
        let time = call.context.time
        return machine.step(
            after: attempt.outcome,
            facts: RetryMachine.Facts(
                isIdempotent: call.context.isIdempotent || call.request.isIdempotent, isBodySpent: isBodySpent,
                exchanges: attempt.exchanges),
            left: call.deadline.map { $0.moment - time.monotonicTime },
            retryAfter: attempt.response.flatMap { RetryAfter.wait(in: $0.head.headerFields, now: time.now) },
            jitter: random.nextUnit())
    }

    /// Admits the call's first attempt.
    @inline(never)
    private func admit(_ call: Call) throws(NetworkError) -> CircuitBreaker.Permit {
        let now = call.context.time.monotonicTime
        switch health.withState(of: call.context.origin, at: now, { $0.admit(at: now) }) {
        case .admitted(let permit, let change):
            if let change { call.context.report(.circuit(change)) }
            return permit
        case .refused(let retryAfter):
            throw call.context.error(.circuitOpen(retryAfter: retryAfter), call.request)
        }
    }

    /// Pays for a retry, waits for its delay and gets its permit. Returns the permit, or why there is none.
    @inline(never)
    private func waitForRetry(
        of call: Call, after delay: Duration, for reason: RetryReason, attempt: Int
    ) async throws(NetworkError) -> OriginState.RetryAdmission {
        let context = call.context
        let start = context.time.monotonicTime
        let refusal = health.withState(of: context.origin, at: start) { $0.reserveRetry(after: delay, at: start) }
        if let refusal { return .refused(refusal) }
        context.report(.retryScheduled(attempt: attempt, delay: delay, reason))
        do {
            try await context.time.sleep(for: delay)
        } catch {
            health.withKnownState(of: context.origin) { $0.abandonRetry() }
            throw context.error(.cancelled, call.request)
        }
        let end = context.time.monotonicTime
        switch health.withState(of: context.origin, at: end, { $0.admitRetry(at: end) }) {
        case .admitted(let permit, let change):
            if let change { context.report(.circuit(change)) }
            return .granted(permit)
        case .refused: return .refused(.circuitOpen)
        }
    }
}

/// Records whether a body that can be read only once has been opened. Until then the call can be sent again: a refused
/// connection has usually not opened the body.
final class BodyWatch: Sendable {
    private let opened = Atomic<Bool>(false)

    /// Whether any byte of the body may have been read.
    var isSpent: Bool { opened.load(ordering: .acquiring) }

    /// The same body, which marks this watch as spent when it is opened.
    func watching(_ stream: RequestBody.Streamed) -> RequestBody {
        .stream(
            RequestBody.Streamed(length: stream.length, isReplayable: stream.isReplayable) {
                self.opened.store(true, ordering: .releasing)
                return stream.open()
            })
    }

    /// Wraps the body of `call` if it can be read only once.
    static func attach(to call: inout Call) -> BodyWatch? {
        guard case .stream(let stream) = call.body, !stream.isReplayable else { return nil }
        let watch = BodyWatch()
        call.body = watch.watching(stream)
        return watch
    }
}
