/// The composition root as a list of registrations: what exists, how long it lives, what it needs, how it is created.
///
/// ```swift
/// let app = Assembly {
///     Singleton(.transport) { NIOTransport() }
///         .onShutdown { transport in try await transport.shutDown() }
///     Seed(.account)
///     Scoped(.users, needs: .transport, .account) { transport, account in
///         RemoteUserService(transport: transport, account: account)
///     }
/// }
/// let container = try app.build()
/// ```
///
/// The order of the registrations has no effect. A factory receives the values of its needs as parameters and has no
/// access to the container, so the graph is known before any factory runs. Factories are synchronous: open what needs
/// to wait, such as a database, before you write the assembly, and register the open value.
public struct Assembly: AssemblyBuilder.Element {
    private(set) var registrations: [Registration]
    private var unmatchedOverrides: [Graph.Node] = []

    /// Collects registrations and nested assemblies. No factory runs.
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

    public var assembly: Assembly { self }

    /// A copy in which each override replaces the registration with the same key, including its needs and its lifetime.
    ///
    /// An override without a registration is a ``Fault``, because a test that overrides a removed key tests nothing.
    /// Two overrides of one key are a fault too.
    public func overriding(@AssemblyBuilder _ overrides: () -> Assembly) -> Assembly {
        let overrides = overrides()
        var unmatched = Dictionary(grouping: overrides.registrations, by: \.node.key)
        var copy = self
        copy.registrations = registrations.flatMap { unmatched.removeValue(forKey: $0.node.key) ?? [$0] }
        // The overrides may themselves contain an assembly with overrides that matched nothing.
        copy.unmatchedOverrides += overrides.unmatchedOverrides
        copy.unmatchedOverrides += overrides.registrations.map(\.node).filter { unmatched[$0.key] != nil }
        return copy
    }

    /// The registrations, their dependencies and their faults, without creating any value.
    public var graph: Graph {
        Graph(nodes: registrations.map(\.node), unmatchedOverrides: unmatchedOverrides)
    }

    /// All faults in the order of ``Graph/faults``, or an empty array if the assembly is valid. No factory runs.
    public func validate() -> [Fault] { graph.faults }

    /// Creates a container. No factory runs, and containers share no values.
    ///
    /// - Throws: ``InvalidAssembly`` with all faults.
    public func build() throws(InvalidAssembly) -> Container {
        let graph = graph
        let faults = graph.faults
        guard faults.isEmpty else { throw InvalidAssembly(faults: faults) }
        let registrations = registrations.map { ($0.node.key, $0) }
        return Container(graph: graph, registrations: Dictionary(uniqueKeysWithValues: registrations))
    }
}

/// Builds an ``Assembly`` from a list of registrations and assemblies, with `if`, `else`, `for` and `#if`.
@resultBuilder
public enum AssemblyBuilder {
    /// A ``Singleton``, ``Scoped`` or ``Seed``, or a nested assembly.
    public protocol Element: Sendable {
        /// The registrations that this element adds.
        var assembly: Assembly { get }
    }

    public static func buildExpression(_ element: some Element) -> Assembly { element.assembly }
    public static func buildBlock(_ parts: Assembly...) -> Assembly { Assembly(combining: parts) }
    public static func buildOptional(_ part: Assembly?) -> Assembly { part ?? Assembly([]) }
    public static func buildEither(first part: Assembly) -> Assembly { part }
    public static func buildEither(second part: Assembly) -> Assembly { part }
    public static func buildArray(_ parts: [Assembly]) -> Assembly { Assembly(combining: parts) }
}
