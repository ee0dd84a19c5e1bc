/// Work that ends with its owner: a view model stores one instance for each kind of work.
///
/// ```swift
/// loading.run {
///     () async throws(AuthServiceError) in try await auth.restore()
/// } then: { [weak self] result in
///     self?.show(result)
/// }
/// ```
///
/// The work must not refer to its owner, because that would keep the owner alive until the work ends. Only `then` may,
/// with a weak reference.
@MainActor
public final class OwnedTask {
    private var task: Task<Void, Never>?

    /// Creates an instance without work.
    public init() {}

    deinit { task?.cancel() }

    /// Cancels the earlier work and runs `work`. `then` receives its result, unless `work` is cancelled or replaced
    /// first.
    public func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value,
        then: @escaping @MainActor (Result<Value, Failure>) -> Void
    ) {
        replace(
            with: Task {
                let result = await Result(of: work)
                if !Task.isCancelled { then(result) }
            })
    }

    /// Cancels the earlier work and calls `body` with each element, until the sequence ends, or until this work is
    /// cancelled or replaced.
    public func follow<Elements: AsyncSequence & Sendable>(
        _ elements: Elements, _ body: @escaping @MainActor (Elements.Element) -> Void
    ) where Elements.Element: Sendable, Elements.Failure == Never {
        replace(
            with: Task {
                for await element in elements {
                    if Task.isCancelled { return }
                    body(element)
                }
            })
    }

    /// Cancels the work. Its result is not delivered.
    public func cancel() {
        replace(with: nil)
    }

    private func replace(with next: Task<Void, Never>?) {
        task?.cancel()
        task = next
    }
}
