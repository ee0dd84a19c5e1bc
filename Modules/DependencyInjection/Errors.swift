/// Reports all faults of an assembly that ``Assembly/build()`` rejected.
public struct InvalidAssembly: Error, Sendable, CustomStringConvertible {
    /// The faults, in the order of ``Graph/faults``. Never empty.
    public let faults: [Fault]

    /// One paragraph for each fault.
    public var description: String {
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return (["The container cannot be built: its assembly has \(count)."] + faults.map(\.description))
            .joined(separator: "\n\n")
    }
}

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
        }
    }
}

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

/// The errors of all `onShutdown` actions that failed. All other actions ran.
public struct ShutdownError: Error, Sendable, CustomStringConvertible {
    /// An `onShutdown` action that threw.
    public struct Failure: Sendable {
        /// The registration of the action.
        public let node: Graph.Node
        /// The error of the action.
        public let underlying: any Error
    }

    /// The failures, in the order in which the actions ran. Never empty.
    public let failures: [Failure]

    /// One line for each failure, with the source location of its registration.
    public var description: String {
        failures.map { "\($0.node.location): \($0.node.key) could not be shut down: \($0.underlying)" }
            .joined(separator: "\n")
    }
}
