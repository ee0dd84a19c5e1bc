/// Why ``Container/beginScope(_:fileID:line:)`` began no scope.
public enum ScopeError: Error, Sendable, Hashable {
    /// The seeds are not those that the assembly declares.
    case wrongSeeds(missing: [Graph.Node], unknown: [AnyKey], repeated: [AnyKey], begunAt: CodeLocation)
    /// The container's shutdown has begun.
    case shutDown(begunAt: CodeLocation)
}

extension ScopeError: CustomStringConvertible {
    /// Place, cause and fix.
    public var description: String {
        switch self {
        case .wrongSeeds(let missing, let unknown, let repeated, let location):
            let causes =
                missing.map { "  \($0.key) is declared at \($0.location) and not given: add `.seed(…)` for it." }
                + unknown.map { "  \($0) is given, but the assembly has no `Seed` for it: declare it or leave it out." }
                + repeated.map { "  \($0) is given more than once: keep one value." }
            return (["\(location): the scope is begun with the wrong seeds."] + causes).joined(separator: "\n")
        case .shutDown(let location):
            return """
                \(location): a scope is begun after the container's shutdown has begun.
                  Fix: stop what signs in before shutting down, or build a new container.
                """
        }
    }
}
