import Primitives

extension Next {
    /// Passes `call` on and gives up on it at `moment` on the call's time source: what is under way is cancelled, and
    /// `timeout` thrown once it has ended.
    ///
    /// The exchange has a task of its own, because only a task can be cancelled without its caller. Nobody watches the time
    /// before that task has to wait for something: a call that is answered from memory sets no alarm and changes no
    /// thread.
    func callAsFunction(
        _ call: Call, until moment: Duration, or timeout: NetworkError.Timeout
    ) async throws(NetworkError) -> ServerResponse {
        let race = LimitRace()
        if #available(macOS 26.4, iOS 26.4, tvOS 26.4, *) {
            await run(call, until: moment, in: race)
        } else {
            await runInGroup(call, until: moment, in: race)
        }
        switch race.winner {
        case .exchange(let result): return try result.get()
        // Without a winner nobody has run, which can't be told apart from being too late.
        case .limit, nil: throw call.context.error(.timeout(timeout), call.request)
        }
    }

    /// Does by hand what a task group would: the task runs where the caller prefers to, is cancelled with the caller, and
    /// has ended when this returns. A group costs twice as much, and from the main actor two changes of thread even
    /// if nothing waits, since entering a group leaves the actor (Swift 6.3).
    @available(macOS 26.4, iOS 26.4, tvOS 26.4, *)
    private func run(_ call: Call, until moment: Duration, in race: LimitRace) async {
        let (isCancelled, executor) = withUnsafeCurrentTask { task in
            (task?.isCancelled ?? false, task?.unownedTaskExecutor?.asTaskExecutor())
        }
        let exchange = Task.immediate(executorPreference: executor) {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            race.finish(.exchange(await result(of: call)))
        }
        guard race.winner == nil else { return }
        await withTaskCancellationHandler {
            if case .limit = await race.end(by: moment, on: call.context.time) { exchange.cancel() }
            await exchange.value
        } onCancel: {
            exchange.cancel()
        }
    }

    /// For systems that can't tell which executor a task prefers.
    private func runInGroup(_ call: Call, until moment: Duration, in race: LimitRace) async {
        await withDiscardingTaskGroup { group in
            group.addTask { race.finish(.exchange(await result(of: call))) }
            if case .limit = await race.end(by: moment, on: call.context.time) { group.cancelAll() }
        }
    }

    private func result(of call: Call) async -> Result<ServerResponse, NetworkError> {
        do throws(NetworkError) {
            return .success(try await self(call))
        } catch {
            return .failure(error)
        }
    }
}
