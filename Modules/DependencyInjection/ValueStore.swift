import Synchronization

/// The values of a ``Container`` or of a ``Scope``, and their shutdown.
final class ValueStore: Sendable {
    /// Decides whether a value can still be created after a shutdown has begun.
    enum Requester {
        /// Code outside the container, which a shutdown refuses at once.
        case caller
        /// A running factory. A shutdown waits for it, so it may still resolve its dependencies.
        case factory
    }

    private struct State {
        var created: [(node: Graph.Node, shutDown: @Sendable () async throws -> Void)] = []
        var scopes: [ValueStore] = []
        var shutdown: Task<[ShutdownError.Failure], Never>?
    }

    private struct Entry {
        let type: ObjectIdentifier
        let name: String
        let cell: any AnyCell
        let publication: Publication
    }

    let graph: Graph
    /// Sorted by type.
    private let entries: [Entry]
    /// The store of the container, if this store belongs to a scope.
    private let parent: ValueStore?
    private let isClosed = Atomic(false)
    private let state = Mutex(State())

    init(graph: Graph, cells: [AnyKey: any AnyCell], parent: ValueStore? = nil) {
        self.graph = graph
        entries = cells.map { Entry(type: $0.typeID, name: $0.name, cell: $1, publication: $1.publication) }
            .sorted { $0.type < $1.type }
        self.parent = parent
    }

    /// Points to a created value, valid as long as this store. `nil` before the creation and once a shutdown has begun.
    ///
    /// A pointer, because the metadata lookup for a generic optional would take longer than all other steps.
    func pointer<Value>(to key: Key<Value>) -> UnsafePointer<Value>? {
        guard !isClosed.load(ordering: .acquiring) else { return nil }
        guard let index = index(of: key) else { return parent?.pointer(to: key) }
        return UnsafePointer(bitPattern: entries[index].publication.address.load(ordering: .acquiring))
    }

    /// - Parameter location: The source location of the caller.
    func resolve<Value>(
        _ key: Key<Value>, for requester: Requester, at location: String?
    ) async throws(ResolutionError) -> Value {
        if refuses(requester) { throw .shutDown(AnyKey(key)) }
        let value: Value?
        if let cell = cell(for: key) {
            value = try await cell.resolve(in: self, for: requester)
        } else if let parent {
            value = try await parent.resolve(key, for: requester, at: location)
        } else if let node = graph.nodes.first(where: { $0.key == AnyKey(key) }) {
            throw .outsideScope(node)
        } else {
            throw .notRegistered(AnyKey(key), at: location, similar: graph.nodes.similar(to: AnyKey(key)))
        }
        // Checked again, because a shutdown that began meanwhile also shuts this value down.
        guard let value, !refuses(requester) else { throw .shutDown(AnyKey(key)) }
        return value
    }

    /// The value of a dependency of `node`.
    func value<Value>(for key: Key<Value>, neededBy node: Graph.Node) async throws(ResolutionError) -> Value {
        do {
            return try await resolve(key, for: .factory, at: nil)
        } catch {
            throw error.adding(dependent: node)
        }
    }

    func refuses(_ requester: Requester) -> Bool {
        requester == .caller && isClosed.load(ordering: .acquiring)
    }

    func recordCreation(of node: Graph.Node, shutDown: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.created.append((node, shutDown)) }
    }

    /// - Returns: Whether the scope was added. A store refuses scopes after its shutdown has begun.
    func addScope(_ scope: ValueStore) -> Bool {
        state.withLock { state in
            if state.shutdown == nil { state.scopes.append(scope) }
            return state.shutdown == nil
        }
    }

    /// Refuses callers, ends the open scopes, waits for creations in progress, then shuts down all values in reverse
    /// order of creation.
    ///
    /// The first call starts a task that is not cancelled with its caller. All calls wait for that task.
    func shutDown() async -> [ShutdownError.Failure] {
        await state.withLock { state in
            isClosed.store(true, ordering: .releasing)
            let shutdown = state.shutdown ?? Task { await performShutdown() }
            state.shutdown = shutdown
            return shutdown
        }.value
    }

    private func performShutdown() async -> [ShutdownError.Failure] {
        var failures: [ShutdownError.Failure] = []
        let scopes = state.withLock { $0.scopes }
        for scope in scopes { scope.isClosed.store(true, ordering: .releasing) }
        for scope in scopes.reversed() { failures += await scope.shutDown() }
        for entry in entries { await entry.cell.waitForCreation() }
        for (node, shutDown) in state.withLock({ $0.created.reversed() }) {
            do {
                try await shutDown()
            } catch {
                failures.append(ShutdownError.Failure(node: node, underlying: error))
            }
        }
        parent?.state.withLock { state in state.scopes.removeAll { $0 === self } }
        return failures
    }

    private func cell<Value>(for key: Key<Value>) -> Cell<Value>? {
        index(of: key).flatMap { entries[$0].cell as? Cell<Value> }
    }

    /// A binary search by type, because hashing a key would take longer than the rest of the lookup.
    private func index<Value>(of key: Key<Value>) -> Int? {
        let type = ObjectIdentifier(Value.self)
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].type < type { low = middle + 1 } else { high = middle }
        }
        while low < entries.count, entries[low].type == type {
            if entries[low].name == key.name { return low }
            low += 1
        }
        return nil
    }
}
