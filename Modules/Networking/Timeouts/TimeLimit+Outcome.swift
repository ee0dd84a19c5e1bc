import Primitives

extension TimeLimit {
    /// What `work` comes to. Where the limit comes first, `work` is cancelled and its end waited for: what it then comes
    /// to is late.
    ///
    /// It has a task of its own, because only a task can be cancelled without its caller. Nobody watches the time before
    /// that task has to wait for something: what ends at once sets no alarm and, where it can begin on the caller's thread,
    /// changes none.
    ///
    /// All that a task group would do is done by hand: the task is cancelled with the caller, and has ended when this
    /// returns. A group costs twice as much, and from the main actor two changes of thread even if nothing waits, since
    /// entering a group leaves the actor (Swift 6.3).
    package func outcome<Value: Sendable>(
        of work: @escaping @Sendable () async -> Value
    ) async -> (value: Value, isLate: Bool) {
        let race = LimitRace()
        let isCancelled = Task.isCancelled
        let runner = Self.start {
            if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
            let value = await work()
            race.finish(.work)
            return value
        }
        guard race.winner == nil else { return (await runner.value, false) }
        return await withTaskCancellationHandler {
            let winner = await race.end(by: self)
            if winner == .limit { runner.cancel() }
            return (await runner.value, winner == .limit)
        } onCancel: {
            runner.cancel()
        }
    }

    /// At once, on the caller's thread and on the executor that the caller prefers; systems that can't tell which one that
    /// is start it on the default one.
    private static func start<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) -> Task<Value, Never> {
        guard #available(macOS 26.4, iOS 26.4, tvOS 26.4, *) else { return Task { await work() } }
        let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
        return Task.immediate(executorPreference: executor) { await work() }
    }
}
