import Synchronization

/// The values of a ``Container`` or of a ``Scope``, and their shutdown.
final class ValueStore: Sendable {
    private struct State {
        var values: [AnyKey: AnyValue]
        /// What shuts the created values down, in the order of their creation.
        var created: [(node: Graph.Node, shutDown: @Sendable () async throws -> Void)] = []
        var scopes: [ValueStore] = []
        var isClosed = false
        var shutdown: Task<[ShutdownError.Failure], Never>?
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

    /// Returns the value of `key`, and creates it and what it needs if necessary.
    ///
    /// A scope locks its own state before the container's, and never the other way around.
    ///
    /// - Parameter location: The source location of the caller.
    func value(of key: AnyKey, at location: @autoclosure () -> String?) throws(ResolutionError) -> AnyValue {
        try state.withLock { state throws(ResolutionError) in
            if state.isClosed { throw .shutDown(key) }
            return try value(of: key, at: location, in: &state)
        }
    }

    private func value(
        of key: AnyKey, at location: () -> String?, in state: inout State
    ) throws(ResolutionError) -> AnyValue {
        if let value = state.values[key] { return value }
        guard let registration = registrations[key] else {
            guard let parent else { throw unknown(key, at: location()) }
            return try parent.value(of: key, at: location())
        }
        let new = try registration.create { need throws(ResolutionError) in
            try value(of: need, at: { nil }, in: &state)
        }
        state.values[key] = new
        if let shutDown = registration.shutDown {
            state.created.append((registration.node, { try await shutDown(new) }))
        }
        return new
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

    /// Refuses callers, ends the open scopes, then shuts down all values in reverse order of creation.
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
