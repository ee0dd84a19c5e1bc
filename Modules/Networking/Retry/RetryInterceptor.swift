import HTTPTypes
public import Primitives

/// Sends a call again that failed for a reason which may pass, as far as its method, its body, its deadline and all
/// other calls to its origin allow; leaves a server alone that keeps failing; and hedges slow reads where it was told
/// to.
///
/// Stands outside redirects, authentication and the attempt timeout, so that an attempt is all of these, and inside the
/// deadline and the response cache. Inside authentication, the resend after a 401 would count its attempts from the
/// beginning; outside the deadline, each attempt would have a deadline of its own; outside the cache, an open circuit
/// would refuse an answer that is already here.
///
/// When retrying ends, for whatever reason, the caller gets the last answer or error as it came; the monitor is told
/// the reason. A call to an origin whose circuit is open fails at once with
/// ``NetworkError/Cause/circuitOpen(retryAfter:)``. Budget and circuit are kept under the environment's origin,
/// wherever redirects lead. A streamed call is judged by its head: what goes wrong with its body afterwards is its
/// reader's.
public struct RetryInterceptor: Interceptor {
    let health: OriginHealth
    private let random: any RandomSource

    /// - Parameters:
    ///   - health: one for all clients of an app; holds the policy.
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
        let watch = BodyWatch.put(on: &call)
        var machine = RetryMachine(policy)
        var permit = try admit(call)
        while true {
            // The answer of a round goes out of reach at the end of its turn, before the next attempt begins: dropping
            // a body that streams gives its connection back.
            let round = await round(call, permit, hedgeable: machine.attemptsLeft > 1, next: next)
            switch step(of: &machine, after: round, call, isBodySpent: watch?.isSpent == true) {
            case .end: return try round.result.get()
            case .refuse(let refusal):
                context.report(.notRetried(refusal))
                return try round.result.get()
            case .retry(let reason, let delay):
                switch try await turn(of: call, after: delay, for: reason, attempt: machine.attempts + 1) {
                case .granted(let next): permit = next
                case .refused(let refusal):
                    context.report(.notRetried(refusal))
                    return try round.result.get()
                }
            }
        }
    }

    // Functions of their own, so that a call that waits for its attempt holds no memory for what comes behind it.
    @inline(never)
    private func step(
        of machine: inout RetryMachine, after round: Round, _ call: Call, isBodySpent: Bool
    ) -> RetryMachine.Step {
        let time = call.context.time
        return machine.step(
            after: round.outcome, launched: round.launched,
            facts: RetryMachine.Facts(
                isIdempotent: call.request.isIdempotent, isBodySpent: isBodySpent, exchanges: round.exchanges),
            left: call.deadline.map { $0.moment - time.monotonicTime },
            retryAfter: round.response.flatMap { RetryAfter.wait(in: $0.head.headerFields, now: time.now) },
            jitter: random.nextUnit())
    }

    /// Lets the call's first attempt in.
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

    /// Pays for a retry, sleeps, and gets its permit; or says why there is none.
    @inline(never)
    private func turn(
        of call: Call, after delay: Duration, for reason: RetryReason, attempt: Int
    ) async throws(NetworkError) -> OriginState.Turn {
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
