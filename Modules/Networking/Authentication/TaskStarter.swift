/// Starts work that belongs to nobody's task. A simulation starts it in its own world, where every step has its place.
package struct TaskStarter: Sendable {
    package let start: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>

    /// - Parameter start: must begin the work soon, and not on the caller's time.
    package init(_ start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>) {
        self.start = start
    }

    /// As `Task.init` does.
    package static var unstructured: TaskStarter {
        TaskStarter { work in Task { await work() } }
    }
}
