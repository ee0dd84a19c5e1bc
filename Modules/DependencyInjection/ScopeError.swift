/// The reason why ``Container/beginScope(_:fileID:line:)`` began no scope.
public enum ScopeError: Error, Sendable, Hashable {
    /// The seeds differ from those that the assembly declares. A seed that is passed twice also counts as unexpected.
    case wrongSeeds(missing: [AnyKey], unexpected: [AnyKey], at: String)
    /// The shutdown of the container has begun.
    case shutDown(at: String)
}

extension ScopeError: CustomStringConvertible {
    /// The location, the cause and the fix.
    public var description: String {
        switch self {
        case .wrongSeeds(let missing, let unexpected, let location):
            (["\(location): the seeds do not match the assembly."]
                + missing.map { "  Missing: \($0)" } + unexpected.map { "  Unexpected: \($0)" }
                + ["  Fix: pass one `.seed(key, value)` for each `Seed` of the assembly."])
                .joined(separator: "\n")
        case .shutDown(let location):
            """
            \(location): a scope cannot begin after the shutdown of its container has begun.
              Fix: stop the code that begins scopes before you shut the container down, or build a new container.
            """
        }
    }
}
