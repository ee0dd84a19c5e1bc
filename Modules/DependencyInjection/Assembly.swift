/// The composition root as a list of registrations: what exists, how long it lives, what it needs, how it is created.
///
/// ```swift
/// let app = Assembly {
///     Singleton(.transport) { NIOTransport() }
///         .onShutdown { transport in try await transport.shutDown() }
///
///     Singleton(.auth, needs: .transport, .credentialStore) { transport, store in
///         RemoteAuthService(transport: transport, store: store)
///     }
///
///     Singleton(.credentialStore) { try await SQLiteCredentialStore(at: folder) }
///
///     Seed(.account)
///
///     Scoped(.users, needs: .transport, .account) { transport, account in
///         RemoteUserService(transport: transport, account: account)
///     }
/// }
///
/// let container = try app.build()
/// ```
///
/// The order of the registrations has no effect. A factory names the keys that it needs and receives their values as
/// parameters. It has no access to the container, so the graph is known before any factory runs. ``validate()`` checks
/// that graph, and ``build()`` refuses an assembly that has faults.
///
/// An assembly is a value. Nest assemblies to combine features, and replace registrations in a copy with
/// ``overriding(_:)`` in tests.
public struct Assembly: AssemblyBuilder.Element {
    private(set) var registrations: [Registration]
    private var unmatchedOverrides: [Graph.Node] = []

    /// Collects the registrations. No factory runs.
    public init(@AssemblyBuilder _ registrations: () -> Assembly) {
        self = registrations()
    }

    init(_ registrations: [Registration]) {
        self.registrations = registrations
    }

    init(combining parts: [Assembly]) {
        registrations = parts.flatMap(\.registrations)
        unmatchedOverrides = parts.flatMap(\.unmatchedOverrides)
    }

    /// Returns `self`, so that an assembly can be an element of another one.
    public var assembly: Assembly { self }

    /// A copy in which each override replaces the registration with the same key, including its needs and its lifetime.
    ///
    /// An override without a registration is a ``Fault``, because a test that overrides a removed key tests nothing.
    public func overriding(@AssemblyBuilder _ overrides: () -> Assembly) -> Assembly {
        var copy = self
        var replaced: Set<AnyKey> = []
        let overrides = overrides()
        // The list may itself contain an assembly with overrides that matched nothing.
        copy.unmatchedOverrides += overrides.unmatchedOverrides
        for override in overrides.registrations {
            let key = override.node.key
            if let index = registrations.firstIndex(where: { $0.node.key == key }) {
                if replaced.insert(key).inserted {
                    copy.registrations[index] = override
                } else {
                    // A second override of a key is appended, so that validation reports a duplicate.
                    copy.registrations.append(override)
                }
            } else {
                copy.unmatchedOverrides.append(override.node)
            }
        }
        return copy
    }

    /// The registrations, their dependencies and their faults, without creating any value.
    public var graph: Graph {
        Graph(nodes: registrations.map(\.node), unmatchedOverrides: unmatchedOverrides)
    }

    /// All faults in a stable order, or an empty array if the assembly is valid. No factory runs.
    public func validate() -> [Fault] { graph.faults }

    /// Creates a container. No factory runs, and containers share no values.
    ///
    /// - Throws: ``InvalidAssembly`` with all faults.
    public func build() throws(InvalidAssembly) -> Container {
        let graph = graph
        guard graph.faults.isEmpty else { throw InvalidAssembly(faults: graph.faults) }
        return Container(graph: graph, registrations: registrations)
    }
}
