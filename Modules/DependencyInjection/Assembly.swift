/// The composition root as a list of registrations: what exists, how long it lives, what it needs, how it is created.
///
/// ```swift
/// let credentials = try await SQLiteCredentialStore.open(at: folder)
/// let app = Assembly {
///     Singleton(.transport) { NIOTransport() }
///         .onShutdown { transport in try await transport.shutDown() }
///
///     Singleton(.auth, needs: .transport, .credentialStore) { transport, store in
///         RemoteAuthService(transport: transport, store: store)
///     }
///
///     Singleton(.credentialStore) { credentials }
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
/// Factories are synchronous. Open what needs to wait, such as a database, before you write the assembly, and register the
/// open value.
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

/// Builds an ``Assembly`` from a list of registrations, with `if`, `for` and `#if`.
@resultBuilder
public enum AssemblyBuilder {
    /// A registration, or a nested assembly.
    public protocol Element: Sendable {
        /// The registrations that this element adds.
        var assembly: Assembly { get }
    }

    /// Adds one element of the list.
    public static func buildExpression(_ element: some Element) -> Assembly { element.assembly }

    /// Combines the elements in order.
    public static func buildBlock(_ parts: Assembly...) -> Assembly { Assembly(combining: parts) }

    /// Supports `if` without `else`.
    public static func buildOptional(_ part: Assembly?) -> Assembly { part ?? Assembly([]) }

    /// Supports the first branch of `if … else`.
    public static func buildEither(first part: Assembly) -> Assembly { part }

    /// Supports the second branch of `if … else`.
    public static func buildEither(second part: Assembly) -> Assembly { part }

    /// Supports `for … in` loops.
    public static func buildArray(_ parts: [Assembly]) -> Assembly { Assembly(combining: parts) }
}
