/// Reports all faults of an assembly that ``Assembly/build()`` rejected.
public struct InvalidAssembly: Error, Sendable, CustomStringConvertible {
    /// The faults, in the order of ``Graph/faults``. Never empty.
    public let faults: [Fault]

    /// One paragraph for each fault.
    public var description: String {
        (["The container cannot be built (faults: \(faults.count))."] + faults.map(\.description))
            .joined(separator: "\n\n")
    }
}

/// The reason why a container or scope returned no value, or why a container began no scope.
public enum ResolutionError: Error, Sendable, CustomStringConvertible {
    /// The assembly does not register the key. `similar` registrations have the same type or the same name.
    case notRegistered(AnyKey, at: String, similar: [Graph.Node])
    /// The caller requested a scoped value or a seed from a container. Only a ``Scope`` provides it.
    case outsideScope(Graph.Node)
    /// A factory threw, and the next call tries again. `neededBy` has the registrations between the factory and the key
    /// that the caller requested, nearest to the factory first.
    case creationFailed(Graph.Node, neededBy: [Graph.Node], underlying: any Error)
    /// The seeds differ from those that the assembly declares. A seed that is passed twice also counts as unexpected.
    case wrongSeeds(missing: [AnyKey], unexpected: [AnyKey], at: String)
    /// The shutdown of the container, or the end of the scope, has begun. The key is `nil` if a scope was requested.
    case shutDown(AnyKey?, at: String)

    /// The location, the cause and the fix.
    public var description: String {
        switch self {
        case .notRegistered(let key, let location, let similar):
            """
            \(location): \(key) is not registered.\(similar.hint)
              Fix: register the key in the assembly, or resolve a registered key.
            """
        case .outsideScope(let node):
            """
            \(node.location): \(node.key) is a \(node.lifetime) value, so only a scope can resolve it.
              Fix: call `resolve` on the scope that `beginScope` returned.
            """
        case .creationFailed(let node, let dependents, let underlying):
            (["\(node.location): \(node.key) could not be created: \(underlying)"]
                + dependents.map { "  needed by \($0.key) at \($0.location)" }).lines
        case .wrongSeeds(let missing, let unexpected, let location):
            (["\(location): the seeds do not match the assembly."]
                + missing.map { "  Missing: \($0)" } + unexpected.map { "  Unexpected: \($0)" }
                + ["  Fix: pass one `.seed(key, value)` for each `Seed` of the assembly."]).lines
        case .shutDown(let key, let location):
            """
            \(location): \(key?.description ?? "a scope") was requested after the shutdown had begun.
              Fix: stop the code that uses the container or scope before you shut it down.
            """
        }
    }
}

/// The errors of all `onShutdown` actions that failed. All other actions ran.
public struct ShutdownError: Error, Sendable, CustomStringConvertible {
    /// The registration of an action, and the error of the action.
    public typealias Failure = (node: Graph.Node, underlying: any Error)

    /// The failures, in the order in which the actions ran. Never empty.
    public let failures: [Failure]

    /// One line for each failure, with the source location of its registration.
    public var description: String {
        failures.map { "\($0.node.location): \($0.node.key) could not be shut down: \($0.underlying)" }.lines
    }
}

extension [String] {
    var lines: String { joined(separator: "\n") }
}

extension [Graph.Node] {
    /// At most 3 lines that name these registrations as similar to a key.
    var hint: String { prefix(3).map { "\n  Similar: \($0.location) registers \($0.key)." }.joined() }
}
