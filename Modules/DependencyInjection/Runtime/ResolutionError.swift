/// Why a value could not be had.
public enum ResolutionError: Error, Sendable {
    /// The assembly has no line for the key. `similar` share its type or its name.
    case notRegistered(AnyKey, askedAt: CodeLocation?, similar: [Graph.Node])
    /// The container was asked for what lives in a ``Scope`` only: the path leads from what was asked for to the
    /// scope's value that it needs, with transients between.
    case outsideScope([Graph.Node])
    /// A factory threw. The next to ask tries again.
    case creationFailed(CreationFailure)
    /// The container's or scope's shutdown has begun.
    case shutDown(AnyKey)
    /// The task that asked was cancelled.
    case cancelled

    /// What a factory threw. In a cancelled task it is taken for the cancellation, in whatever words the factory put
    /// it; creations of shared values run in tasks that nobody cancels.
    static func failure(of node: Graph.Node, _ error: any Error) -> Self {
        Task.isCancelled ? .cancelled : .creationFailed(CreationFailure(node: node, dependents: [], underlying: error))
    }

    func adding(dependent: Graph.Node) -> Self {
        guard case .creationFailed(let failure) = self else { return self }
        return .creationFailed(
            CreationFailure(
                node: failure.node, dependents: failure.dependents + [dependent], underlying: failure.underlying))
    }
}

extension ResolutionError: CustomStringConvertible {
    /// Place, cause and fix.
    public var description: String {
        switch self {
        case .notRegistered(let key, let location, let similar):
            return """
                \(location.map { "\($0): " } ?? "")\(key) is not registered.\(similar.hint)
                  Fix: add a line for it to the assembly, or ask for a key that has one.
                """
        case .outsideScope(let path):
            return """
                \(path.map { "\($0.location): \($0.key), \($0.lifetime)" }.joined(separator: "\n"))
                The container was asked for a value that exists within a scope only.
                  Fix: ask the scope that `beginScope` returned.
                """
        case .creationFailed(let failure):
            return failure.description
        case .shutDown(let key):
            return """
                \(key) is asked for after the shutdown has begun.
                  Fix: stop what uses the container or scope before shutting it down.
                """
        case .cancelled:
            return "The task was cancelled."
        }
    }
}
