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

    private typealias Creation = Task<Result<AnyValue, ResolutionError>, Never>

    private struct State {
        var values: [AnyKey: AnyValue]
        var creations: [AnyKey: Creation] = [:]
        /// What shuts the created values down, in the order of their creation.
        var created: [(node: Graph.Node, shutDown: @Sendable () async throws -> Void)] = []
        var scopes: [ValueStore] = []
        var isClosed = false
        var shutdown: Task<[ShutdownError.Failure], Never>?

        func refuses(_ requester: Requester) -> Bool { requester == .caller && isClosed }
    }

    let graph: Graph
    private let registrations: [AnyKey: Registration]
    /// The store of the container, if this store belongs to a scope.
    private let parent: ValueStore?
    private let state: Mutex<State>

    init(graph: Graph, registrations: [Registration], seeds: [AnyKey: AnyValue] = [:], parent: ValueStore? = nil) {
        self.graph = graph
        self.registrations = Dictionary(uniqueKeysWithValues: registrations.map { ($0.node.key, $0) })
        self.parent = parent
        state = Mutex(State(values: seeds))
    }

    /// The value of `key`; `nil` before its creation and once a shutdown has begun.
    func existing(_ key: AnyKey) -> AnyValue? {
        let (value, isClosed) = state.withLock { ($0.values[key], $0.isClosed) }
        return isClosed ? nil : value ?? parent?.existing(key)
    }

    /// - Parameter location: The source location of the caller.
    func resolve<Value>(
        _ key: Key<Value>, for requester: Requester, at location: String?
    ) async throws(ResolutionError) -> Value {
        try await value(of: AnyKey(key), for: requester, at: location).get()
    }

    /// The value of a dependency of `node`.
    func value<Value>(for key: Key<Value>, neededBy node: Graph.Node) async throws(ResolutionError) -> Value {
        do {
            return try await resolve(key, for: .factory, at: nil)
        } catch {
            throw error.adding(dependent: node)
        }
    }

    /// The first call for a value creates it in a task, and all calls wait for that task.
    private func value(
        of key: AnyKey, for requester: Requester, at location: String?
    ) async throws(ResolutionError) -> AnyValue {
        let value: AnyValue
        switch try find(key, for: requester) {
        case .value(let found): value = found
        case .creation(let creation): value = try await creation.value.get()
        case nil:
            guard let parent else { throw unknown(key, at: location) }
            value = try await parent.value(of: key, for: requester, at: location)
        }
        // Checked again, because a shutdown that began meanwhile also shuts this value down.
        if state.withLock({ $0.refuses(requester) }) { throw .shutDown(key) }
        return value
    }

    private enum Found {
        case value(AnyValue)
        case creation(Creation)
    }

    /// Finds the value, or begins its creation. Returns `nil` for a key that this store does not create.
    private func find(_ key: AnyKey, for requester: Requester) throws(ResolutionError) -> Found? {
        try state.withLock { state throws(ResolutionError) -> Found? in
            if state.refuses(requester) { throw .shutDown(key) }
            if let value = state.values[key] { return .value(value) }
            guard let registration = registrations[key] else { return nil }
            if Task.isCancelled { throw .cancelled }
            let creation = state.creations[key] ?? Task { await create(registration) }
            state.creations[key] = creation
            return .creation(creation)
        }
    }

    private func create(_ registration: Registration) async -> Result<AnyValue, ResolutionError> {
        let key = registration.node.key
        do throws(ResolutionError) {
            let value = try await registration.create(self)
            state.withLock { state in
                state.values[key] = value
                state.creations[key] = nil
                // The values that need this one see it only now, so they are recorded after it.
                guard let shutDown = registration.shutDown else { return }
                state.created.append((registration.node, { try await shutDown(value) }))
            }
            return .success(value)
        } catch {
            state.withLock { $0.creations[key] = nil }
            return .failure(error)
        }
    }

    private func unknown(_ key: AnyKey, at location: String?) -> ResolutionError {
        graph.nodes.first { $0.key == key }.map { .outsideScope($0) }
            ?? .notRegistered(key, at: location, similar: graph.nodes.similar(to: key))
    }
}

extension ValueStore {
    /// - Returns: Whether the scope was added. A store refuses scopes after its shutdown has begun.
    func addScope(_ scope: ValueStore) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.scopes.append(scope) }
            return !state.isClosed
        }
    }

    /// Refuses callers, ends the open scopes, waits for creations in progress, then shuts down all values in reverse
    /// order of creation.
    ///
    /// The first call starts a task that is not cancelled with its caller. All calls wait for that task.
    func shutDown() async throws(ShutdownError) {
        let failures = await failuresOfShutdown()
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }

    private func failuresOfShutdown() async -> [ShutdownError.Failure] {
        await state.withLock { state in
            state.isClosed = true
            let shutdown = state.shutdown ?? Task { await performShutdown() }
            state.shutdown = shutdown
            return shutdown
        }.value
    }

    private func performShutdown() async -> [ShutdownError.Failure] {
        var failures: [ShutdownError.Failure] = []
        let scopes = state.withLock { $0.scopes }
        for scope in scopes { scope.state.withLock { $0.isClosed = true } }
        for scope in scopes.reversed() { failures += await scope.failuresOfShutdown() }
        // A running factory may begin the creation of what it needs.
        while let creation = state.withLock({ $0.creations.values.first }) { _ = await creation.value }
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
}

/// A value without its static type.
struct AnyValue: Sendable {
    private let box: any AnyObject & Sendable

    init<Value: Sendable>(_ value: Value) {
        box = Box(value)
    }

    /// The value, as the type of the key that it belongs to.
    func get<Value: Sendable>(as type: Value.Type = Value.self) -> Value {
        // Checked in debug builds only: a cast would need the type's metadata, whose lookup takes longer than the rest.
        unsafeDowncast(box, to: Box<Value>.self).value
    }

    private final class Box<Value: Sendable>: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }
}
