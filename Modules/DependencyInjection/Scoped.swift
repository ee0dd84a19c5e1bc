/// Registers a value that each ``Scope`` creates for itself, once, when it is first needed there.
///
/// ```swift
/// Scoped(.users, needs: .client, .account) { client, account in
///     RemoteUserService(client: client, account: account)
/// }
/// ```
public struct Scoped<Value: Sendable>: AssemblyBuilder.Element {
    private var factory: Factory<Value>

    /// - Parameters:
    ///   - key: The key of the value.
    ///   - needs: The keys of the factory's parameters, in order: scoped values, seeds and singletons.
    ///   - factory: Creates the value under the same rules as the factory of a ``Singleton``.
    public init<each Need: Sendable>(
        _ key: Key<Value>,
        needs: repeat Key<each Need>,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable @concurrent (repeat each Need) async throws -> Value
    ) {
        self.factory = Factory(
            key, .scoped, needs: repeat each needs, location: "\(fileID):\(line)", create: factory)
    }

    /// Shuts the value down when its scope ends. The action does not run if the value was never created.
    public func onShutdown(_ action: @escaping @Sendable (Value) async throws -> Void) -> Self {
        var copy = self
        copy.factory.shutDown = action
        return copy
    }

    /// An assembly that contains only this registration.
    public var assembly: Assembly { factory.assembly }
}
