/// Registers a value that each ``Scope`` has for itself, made there at the first need.
///
/// ```swift
/// Scoped(.memberSession, needs: .transport, .credential) { transport, credential in
///     Session(transport: transport, credential: credential)
/// }
/// ```
public struct Scoped<Value: Sendable>: AssemblyElement {
    private let recipe: Recipe<Value>

    /// - Parameters:
    ///   - key: what is registered.
    ///   - needs: what the factory is handed, in this order: values of the scope, its seeds, and singletons.
    ///   - factory: makes the value, as a ``Singleton``'s does.
    public init<each Need: Sendable>(
        _ key: Key<Value>,
        needs: repeat Key<each Need>,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable @concurrent (repeat each Need) async throws -> Value
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        recipe = Recipe(key, .scoped, needs: repeat each needs, location: location, factory: factory)
    }

    /// What to do with the value when its scope ends; not called for a value that was never made.
    public func onShutdown(_ action: @escaping @Sendable (Value) async throws -> Void) -> Registration {
        var recipe = recipe
        recipe.shutDown = action
        return Registration(recipe)
    }

    /// This line alone.
    public var registrations: [Registration] { [Registration(recipe)] }
}
