/// Registers a value that the whole container shares. It is created once, when it is first needed.
///
/// ```swift
/// Singleton(.users, needs: .session, .userStore) { session, store in
///     RemoteUserService(session: session, store: store)
/// }
/// ```
public struct Singleton<Value: Sendable>: AssemblyBuilder.Element {
    private var factory: Factory<Value>

    /// - Parameters:
    ///   - key: The key of the value.
    ///   - needs: The keys of the factory's parameters, in order. Their values are created first.
    ///   - factory: Creates the value in its own task, which is not cancelled with a caller. It runs off the caller's
    ///     actor. Write `{ @MainActor in … }` for a value that the main actor must create.
    public init<each Need: Sendable>(
        _ key: Key<Value>,
        needs: repeat Key<each Need>,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable @concurrent (repeat each Need) async throws -> Value
    ) {
        self.factory = Factory(
            key, .singleton, needs: repeat each needs, location: "\(fileID):\(line)", create: factory)
    }

    /// Shuts the value down with the container. The action does not run if the value was never created.
    ///
    /// ``ShutdownError`` collects the errors of all actions. An error does not stop the other actions.
    public func onShutdown(_ action: @escaping @Sendable (Value) async throws -> Void) -> Self {
        var copy = self
        copy.factory.shutDown = action
        return copy
    }

    /// An assembly that contains only this registration.
    public var assembly: Assembly { factory.assembly }
}
