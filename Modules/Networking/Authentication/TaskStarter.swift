/// Starts work outside the caller's task. A deterministic simulation replaces it to control the order of all steps.
package struct TaskStarter: Sendable {
    package let start: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>

    /// - Parameter start: schedules the work and returns without waiting for it.
    package init(_ start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>) {
        self.start = start
    }

    /// Starts an unstructured `Task`.
    package static var unstructured: TaskStarter {
        TaskStarter { work in Task { await work() } }
    }
}
