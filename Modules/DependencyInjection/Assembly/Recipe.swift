/// How to make and shut down one value: the typed inside of a ``Registration``.
struct Recipe<Value: Sendable>: Sendable {
    let node: Graph.Node
    let make: @Sendable (Wiring) async throws(ResolutionError) -> Value
    var shutDown: (@Sendable (Value) async throws -> Void)?

    /// The needs are listed in `node` from the very keys whose values the factory is handed, so the graph cannot say
    /// anything else than the wiring does.
    ///
    /// `@concurrent` is spelled out because an async closure over a parameter pack crashes the 6.3 compiler when it is
    /// `nonisolated(nonsending)` by default.
    init<each Need: Sendable>(
        _ key: Key<Value>,
        _ lifetime: Lifetime,
        needs: repeat Key<each Need>,
        location: CodeLocation,
        factory: @escaping @Sendable @concurrent (repeat each Need) async throws -> Value
    ) {
        var needed: [AnyKey] = []
        for need in repeat each needs {
            needed.append(AnyKey(need))
        }
        let node = Graph.Node(key: AnyKey(key), lifetime: lifetime, needs: needed, location: location)
        self.node = node
        make = { (wiring: Wiring) async throws(ResolutionError) -> Value in
            let values = (repeat try await wiring.value(for: each needs, neededBy: node))
            do {
                return try await factory(repeat each values)
            } catch {
                throw .failure(of: node, error)
            }
        }
    }

    /// A seed: nothing makes it, ``Graph/Node`` alone is registered.
    init(seed key: Key<Value>, location: CodeLocation) {
        let node = Graph.Node(key: AnyKey(key), lifetime: .seed, needs: [], location: location)
        self.node = node
        make = { (_: Wiring) async throws(ResolutionError) -> Value in throw .outsideScope([node]) }
    }
}
