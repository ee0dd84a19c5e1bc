/// Registers a value that the whole container shares: made at the first need, once, however many ask at the same time.
///
/// ```swift
/// Singleton(.users, needs: .session, .userStore) { session, store in
///     LiveUserService(session: session, store: store)
/// }
/// ```
public struct Singleton<Value: Sendable>: AssemblyElement {
    private let recipe: Recipe<Value>

    /// - Parameters:
    ///   - key: what is registered.
    ///   - needs: what the factory is handed, in this order. They are made before it, from first to last.
    ///   - factory: makes the value. It runs off the caller's actor (write `{ @MainActor in … }` for a value that must
    ///     be made there), in a task of its own that no caller's cancellation reaches.
    public init<each Need: Sendable>(
        _ key: Key<Value>,
        needs: repeat Key<each Need>,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable @concurrent (repeat each Need) async throws -> Value
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        recipe = Recipe(key, .singleton, needs: repeat each needs, location: location, factory: factory)
    }

    /// What to do with the value when the container shuts down; not called for a value that was never made.
    ///
    /// What it throws is collected in the ``ShutdownError`` and keeps no other value from being shut down.
    public func onShutdown(_ action: @escaping @Sendable (Value) async throws -> Void) -> Registration {
        var recipe = recipe
        recipe.shutDown = action
        return Registration(recipe)
    }

    /// This line alone.
    public var registrations: [Registration] { [Registration(recipe)] }
}
