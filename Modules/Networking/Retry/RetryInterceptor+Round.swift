import HTTPTypes
import Primitives

extension RetryInterceptor {
    /// The result of one attempt, or of one attempt and its hedge.
    struct Round: Sendable {
        let result: Result<ServerResponse, NetworkError>
        let outcome: AttemptOutcome
        /// How many requests were sent for the attempt.
        let exchanges: Int
        var launched = 1

        init(_ result: Result<ServerResponse, NetworkError>, exchanges: Int) {
            self.result = result
            outcome = AttemptOutcome(result)
            self.exchanges = exchanges
        }

        var response: ServerResponse? { try? result.get() }
    }

    /// Sends one attempt, hedged if the policy and the call allow it.
    func round(_ call: Call, _ permit: CircuitBreaker.Permit, hedgeable: Bool, next: Next) async -> Round {
        guard let hedging = policy.hedging, hedgeable, call.isHedgeable else {
            return await attempt(call, permit, next: next)
        }
        return await race(call, permit, hedgeAfter: hedging.delay, next: next)
    }

    private func attempt(_ call: Call, _ permit: CircuitBreaker.Permit, next: Next) async -> Round {
        let context = call.context
        let before = context.attempts
        let result: Result<ServerResponse, NetworkError>
        do throws(NetworkError) {
            result = .success(try await next(call))
        } catch {
            result = .failure(error)
        }
        return conclude(result, of: call, permit, exchanges: context.attempts - before)
    }

    @inline(never)
    private func conclude(
        _ result: Result<ServerResponse, NetworkError>, of call: Call, _ permit: CircuitBreaker.Permit, exchanges: Int
    ) -> Round {
        let context = call.context
        let round = Round(result, exchanges: exchanges)
        let (verdict, now) = (round.outcome.verdict, context.time.monotonicTime)
        if let change = health.withKnownState(of: context.origin, { $0.record(verdict, for: permit, at: now) }) {
            context.report(.circuit(change))
        }
        return round
    }

    /// Races an attempt against its hedge. The task group returns only when the loser and the timer have ended too, and
    /// cancelling the caller cancels both attempts.
    @inline(never)
    private func race(
        _ call: Call, _ permit: CircuitBreaker.Permit, hedgeAfter delay: Duration, next: Next
    ) async -> Round {
        await withTaskGroup(of: Runner.self) { group -> Round in
            group.addTask { .attempt(await attempt(call, permit, next: next)) }
            group.addTask { [time = call.context.time] in
                do {
                    try await time.sleep(for: delay)
                    return .timer(ranOut: true)
                } catch {
                    return .timer(ranOut: false)
                }
            }
            var machine = HedgeMachine()
            while let runner = await group.next() {
                switch runner {
                case .timer(ranOut: false): continue
                case .timer(ranOut: true):
                    guard machine.timerEnded() == .hedge, let permit = admitHedge(of: call, after: delay) else {
                        continue
                    }
                    machine.hedgeStarted()
                    group.addTask { .attempt(await attempt(call, permit, next: next)) }
                case .attempt(var round):
                    guard machine.attemptEnded(isFinal: round.outcome.reason == nil) == .finish else { continue }
                    group.cancelAll()
                    round.launched = machine.launched
                    return round
                }
            }
            // Not reached: the machine finishes with the last attempt.
            return Round(.failure(call.context.error(.cancelled, call.request)), exchanges: 0)
        }
    }

    private func admitHedge(of call: Call, after delay: Duration) -> CircuitBreaker.Permit? {
        let (context, now) = (call.context, call.context.time.monotonicTime)
        switch health.withState(of: context.origin, at: now, { $0.admitHedge(at: now) }) {
        case .granted(let permit):
            context.report(.hedged(after: delay))
            return permit
        case .refused(let refusal):
            context.report(.notHedged(refusal))
            return nil
        }
    }

    private enum Runner: Sendable {
        case attempt(Round)
        case timer(ranOut: Bool)
    }
}

extension Call {
    /// Whether the call only reads, because two concurrent requests must have the effect of one.
    fileprivate var isHedgeable: Bool {
        (request.method == .get || request.method == .head) && body.isReplayable
    }
}
