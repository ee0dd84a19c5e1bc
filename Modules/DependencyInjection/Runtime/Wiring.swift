/// What a recipe gets its needs from.
struct Wiring: Sendable {
    /// Whether a value may still be made once a shutdown has begun.
    enum Admission: Sendable {
        /// Someone outside asks: refused from the first moment of a shutdown on.
        case caller
        /// A creation asks that was under way before: the shutdown waits for it, so it gets what it needs.
        case creation
    }

    let scope: LifetimeScope
    let admission: Admission

    func value<Value>(for key: Key<Value>, neededBy node: Graph.Node) async throws(ResolutionError) -> Value {
        do {
            return try await scope.resolve(key, admission)
        } catch {
            throw error.adding(dependent: node)
        }
    }
}
