/// The reason why a container or scope returned no value.
public enum ResolutionError: Error, Sendable {
    /// A factory that threw.
    public struct CreationFailure: Sendable {
        /// The registration of the factory.
        public let node: Graph.Node
        /// The registrations that needed the value, nearest first. Empty if the caller requested the value directly.
        public let dependents: [Graph.Node]
        /// The error of the factory.
        public let underlying: any Error
    }

    /// The assembly does not register the key. `similar` registrations have the same type or the same name.
    case notRegistered(AnyKey, at: String?, similar: [Graph.Node])
    /// The caller requested a scoped value or a seed from a container. Only a ``Scope`` provides it.
    case outsideScope(Graph.Node)
    /// A factory threw. The next call tries again.
    case creationFailed(CreationFailure)
    /// The shutdown of the container, or the end of the scope, has begun.
    case shutDown(AnyKey)
    /// The calling task was cancelled before the value was created.
    case cancelled

    func adding(dependent: Graph.Node) -> Self {
        guard case .creationFailed(let failure) = self else { return self }
        return .creationFailed(
            CreationFailure(
                node: failure.node, dependents: failure.dependents + [dependent], underlying: failure.underlying))
    }
}

extension ResolutionError: CustomStringConvertible {
    /// The location, the cause and the fix.
    public var description: String {
        switch self {
        case .notRegistered(let key, let location, let similar):
            """
            \(location.map { "\($0): " } ?? "")\(key) is not registered.\(similar.hint)
              Fix: register the key in the assembly, or resolve a registered key.
            """
        case .outsideScope(let node):
            """
            \(node.location): \(node.key) is \(node.lifetime.phrase), so only a scope can resolve it.
              Fix: call `resolve` on the scope that `beginScope` returned.
            """
        case .creationFailed(let failure):
            "\(failure.node.location): \(failure.node.key) could not be created: \(failure.underlying)"
                + failure.dependents.map { "\n  needed by \($0.key) at \($0.location)" }.joined()
        case .shutDown(let key):
            """
            \(key) was requested after the shutdown had begun.
              Fix: stop the code that uses the container or scope before you shut it down.
            """
        case .cancelled:
            "The task was cancelled."
        }
    }
}
