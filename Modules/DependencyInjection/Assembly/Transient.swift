/// Registers a value that is made anew for each need.
///
/// The container forgets it at once, so it cannot be asked to shut it down: what must be closed is a ``Singleton`` or
/// ``Scoped``. A transient that needs a scoped value can itself be had in a ``Scope`` only.
public struct Transient<Value: Sendable>: AssemblyElement {
    private let recipe: Recipe<Value>

    /// - Parameters:
    ///   - key: what is registered.
    ///   - needs: what the factory is handed, in this order.
    ///   - factory: makes the value, in the task of whoever asks, so that their cancellation reaches it.
    public init<each Need: Sendable>(
        _ key: Key<Value>,
        needs: repeat Key<each Need>,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable @concurrent (repeat each Need) async throws -> Value
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        recipe = Recipe(key, .transient, needs: repeat each needs, location: location, factory: factory)
    }

    /// This line alone.
    public var registrations: [Registration] { [Registration(recipe)] }
}
