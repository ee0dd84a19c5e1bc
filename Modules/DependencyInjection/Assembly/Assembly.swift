/// The composition root as one list: what there is, how long it lives, what it needs, how it is made.
///
/// ```swift
/// let app = Assembly {
///     Singleton(.transport) { NIOTransport() }
///         .onShutdown { transport in try await transport.shutDown() }
///
///     Singleton(.auth, needs: .transport, .credentialStore) { transport, store in
///         LiveAuthService(transport: transport, store: store)
///     }
///
///     Singleton(.credentialStore) { try await SQLiteCredentialStore(at: folder) }
///
///     Seed(.credential)
///
///     Scoped(.users, needs: .transport, .credential) { transport, credential in
///         LiveUserService(session: Session(transport: transport, credential: credential))
///     }
/// }
///
/// let container = try app.build()
/// ```
///
/// The order of the lines means nothing, so they stand in the order that reads best. A factory names the keys that it
/// needs and is handed their values as parameters; it never sees the container. So the graph is data before anything
/// runs: ``validate()`` judges exactly the wiring that will run, and ``build()`` gives no container for a wrong one.
///
/// An assembly is a value. Lists of features are put together by naming them inside another one, and a test replaces
/// lines in a copy (``overriding(_:)``) while the test beside it replaces others.
public struct Assembly: AssemblyElement {
    /// The lines, in the order in which they are written.
    public private(set) var registrations: [Registration]

    /// The list that `lines` writes down. No factory runs.
    public init(@AssemblyBuilder _ lines: () -> [Registration]) {
        registrations = lines()
    }

    /// A copy in which each of `lines` stands in the place of the line with the same key.
    ///
    /// The lifetime may change with it. A line whose key is not registered replaces nothing: that is a ``Fault``, since
    /// a test that overrides what the app no longer has would pass without testing anything.
    public func overriding(@AssemblyBuilder _ lines: () -> [Registration]) -> Assembly {
        var copy = self
        var places: [AnyKey: Int] = [:]
        for (place, registration) in registrations.enumerated() where places[registration.node.key] == nil {
            places[registration.node.key] = place
        }
        var replaced: Set<AnyKey> = []
        for var line in lines() {
            let isFirst = replaced.insert(line.node.key).inserted
            if let place = places[line.node.key], isFirst {
                line.overridesNothing = registrations[place].overridesNothing
                copy.registrations[place] = line
            } else {
                // A second override of one key stays in the list, where it is found to be a duplicate.
                line.overridesNothing = places[line.node.key] == nil
                copy.registrations.append(line)
            }
        }
        return copy
    }

    /// The wiring as data, with all that is wrong about it.
    public var graph: Graph {
        Graph(
            nodes: registrations.map(\.node),
            strays: Set(registrations.indices.filter { registrations[$0].overridesNothing }))
    }

    /// Everything that is wrong at once, in a stable order; empty when the assembly can be built. No factory runs.
    public func validate() -> [Fault] { graph.faults }

    /// A container for this wiring, with nothing made yet. Each call gives one that shares nothing with the others.
    ///
    /// - Throws: ``InvalidAssembly`` with every fault, before any factory has run.
    public func build() throws(InvalidAssembly) -> Container {
        let graph = graph
        guard graph.faults.isEmpty else { throw InvalidAssembly(graph: graph) }
        return Container(blueprint: Blueprint(graph: graph, registrations: registrations))
    }
}
