/// An element of an ``Assembly`` without its value type.
struct Registration: Sendable {
    let node: Graph.Node
    /// `nil` for a seed, whose value the caller of ``Container/beginScope(_:fileID:line:)`` provides.
    let makeCell: (@Sendable () -> any AnyCell)?
}

/// Creates and shuts down one value.
struct Factory<Value: Sendable>: Sendable {
    let node: Graph.Node
    let create: @Sendable (ValueStore) async throws(ResolutionError) -> Value
    var shutDown: (@Sendable (Value) async throws -> Void)?

    /// The same keys fill `node.needs` and provide the values, so the graph always matches the wiring.
    ///
    /// `@concurrent` is explicit because the 6.3 compiler crashes on an async closure over a parameter pack that is
    /// `nonisolated(nonsending)` by default.
    init<each Need: Sendable>(
        _ key: Key<Value>,
        _ lifetime: Graph.Lifetime,
        needs: repeat Key<each Need>,
        location: String,
        create: @escaping @Sendable @concurrent (repeat each Need) async throws -> Value
    ) {
        var needed: [AnyKey] = []
        for need in repeat each needs {
            needed.append(AnyKey(need))
        }
        let node = Graph.Node(key: AnyKey(key), lifetime: lifetime, needs: needed, location: location)
        self.node = node
        self.create = { (store: ValueStore) async throws(ResolutionError) -> Value in
            let values = (repeat try await store.value(for: each needs, neededBy: node))
            do {
                return try await create(repeat each values)
            } catch {
                throw .creationFailed(.init(node: node, dependents: [], underlying: error))
            }
        }
    }

    var assembly: Assembly {
        Assembly([Registration(node: node, makeCell: { Cell(self) })])
    }
}
