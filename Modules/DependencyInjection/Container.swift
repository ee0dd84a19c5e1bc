import Synchronization

/// Creates and shares the values of a valid ``Assembly``.
///
/// A value is created when it is first needed, in the thread that needs it, while other callers wait. If the creation
/// fails, the next call tries again. Singletons live as long as the container, scoped values as long as a ``Scope``:
///
/// ```swift
/// let scope = try container.beginScope(.seed(.account, account))
/// let users = try scope.resolve(.users)
/// try await scope.end()
/// ```
///
/// Only the composition root uses the container; everything else receives values.
public final class Container: Sendable {
    private struct State {
        var values: [AnyKey: AnyValue]
        /// What shuts the created values down, in the order of their creation.
        var created: [(node: Graph.Node, shutDown: @Sendable () async throws -> Void)] = []
        /// The values of the open scopes.
        var scopes: [Container] = []
        var isClosed = false
        var shutdown: Task<[ShutdownError.Failure], Never>?
    }

    /// The registrations and their dependencies.
    public let graph: Graph
    private let registrations: [AnyKey: Registration]
    /// The container of a scope, if this one has the values of a scope.
    private let parent: Container?
    private let state: Mutex<State>

    init(
        graph: Graph, registrations: [AnyKey: Registration], seeds: [AnyKey: AnyValue] = [:], parent: Container? = nil
    ) {
        self.graph = graph
        self.registrations = registrations
        self.parent = parent
        state = Mutex(State(values: seeds))
    }

    /// Returns the value of `key` and creates it if necessary.
    ///
    /// - Throws: ``ResolutionError`` if a factory throws, if the shutdown has begun, or if the container has no such
    ///   value, because it is not registered or belongs to a scope.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Value {
        try value(of: AnyKey(key), at: "\(fileID):\(line)").get()
    }

    /// A scope locks its own state before its container's, and never the other way around.
    private func value(of key: AnyKey, at location: @autoclosure () -> String) throws(ResolutionError) -> AnyValue {
        try state.withLock { state throws(ResolutionError) in
            if state.isClosed { throw .shutDown(key, at: location()) }
            // Nearly every call ends here.
            if let value = state.values[key] { return value }
            return try value(of: key, at: location, in: &state)
        }
    }

    private func value(
        of key: AnyKey, at location: () -> String, in state: inout State
    ) throws(ResolutionError) -> AnyValue {
        if let value = state.values[key] { return value }
        guard let registration = registrations[key] else {
            throw .notRegistered(key, at: location(), similar: graph.similar(to: key))
        }
        let node = registration.node
        guard node.lifetime == (parent == nil ? .singleton : .scoped) else {
            guard let parent else { throw .outsideScope(node) }
            return try parent.value(of: key, at: location())
        }
        let new = try registration.create { need throws(ResolutionError) in
            do throws(ResolutionError) {
                return try value(of: need, at: location, in: &state)
            } catch {
                guard case .creationFailed(let failed, let dependents, let underlying) = error else { throw error }
                throw .creationFailed(failed, neededBy: dependents + [node], underlying: underlying)
            }
        }
        state.values[key] = new
        if let shutDown = registration.shutDown {
            state.created.append((node, { try await shutDown(new) }))
        }
        return new
    }
}

extension Container {
    /// Begins a scope, which the container retains until it has ended, so that its values are always shut down.
    ///
    /// - Parameter seeds: One value for each ``Seed`` of the assembly, as in `.seed(.account, account)`.
    /// - Throws: ``ResolutionError`` if the seeds are wrong or the shutdown has begun.
    public func beginScope(
        _ seeds: Scope.SeedValue..., fileID: String = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Scope {
        let location = "\(fileID):\(line)"
        let declared = graph.nodes.filter { $0.lifetime == .seed }.map(\.key)
        var values: [AnyKey: AnyValue] = [:]
        var unexpected: [AnyKey] = []
        for seed in seeds {
            let earlier = values.updateValue(seed.value, forKey: seed.key)
            if earlier != nil || !declared.contains(seed.key) { unexpected.append(seed.key) }
        }
        let missing = declared.filter { values[$0] == nil }
        guard missing.isEmpty, unexpected.isEmpty else {
            throw .wrongSeeds(missing: missing, unexpected: unexpected, at: location)
        }
        let scope = Container(graph: graph, registrations: registrations, seeds: values, parent: self)
        try state.withLock { state throws(ResolutionError) in
            if state.isClosed { throw .shutDown(nil, at: location) }
            state.scopes.append(scope)
        }
        return Scope(values: scope)
    }

    /// Ends open scopes, then shuts down all created singletons in reverse order of creation, each once.
    ///
    /// Neither an error nor the cancellation of the caller stops the shutdown. Later and concurrent calls wait for the
    /// same shutdown and throw the same error. Do not call this method from an `onShutdown` action: it would wait for
    /// itself.
    ///
    /// - Throws: ``ShutdownError`` with the errors of all `onShutdown` actions.
    public func shutdown() async throws(ShutdownError) {
        let failures = await state.withLock { state in
            state.isClosed = true
            // Not cancelled with the caller that starts it.
            let shutdown = state.shutdown ?? Task { await shutDownValues() }
            state.shutdown = shutdown
            return shutdown
        }.value
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }

    private func shutDownValues() async -> [ShutdownError.Failure] {
        var failures: [ShutdownError.Failure] = []
        let scopes = state.withLock { $0.scopes }
        for scope in scopes { scope.state.withLock { $0.isClosed = true } }
        for scope in scopes.reversed() {
            do throws(ShutdownError) { try await scope.shutdown() } catch { failures += error.failures }
        }
        for (node, shutDown) in state.withLock({ $0.created.reversed() }) {
            do { try await shutDown() } catch { failures.append((node, error)) }
        }
        parent?.state.withLock { state in state.scopes.removeAll { $0 === self } }
        return failures
    }
}

/// A lifetime within that of a ``Container``, for example from login to logout: it has scoped values and seeds of its
/// own, and shares the container's singletons.
public struct Scope: Sendable {
    /// The value of a ``Seed`` for one scope.
    public struct SeedValue: Sendable {
        let key: AnyKey
        let value: AnyValue

        /// Provides `value` for the seed that is declared under `key`.
        public static func seed<Value>(_ key: Key<Value>, _ value: Value) -> Self {
            Self(key: AnyKey(key), value: AnyValue(value))
        }
    }

    let values: Container

    /// Returns the value of `key` and creates it if necessary. Throws as ``Container/resolve(_:fileID:line:)`` does.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Value {
        try values.resolve(key, fileID: fileID, line: line)
    }

    /// Shuts down all values that this scope created, in reverse order of creation, as ``Container/shutdown()`` does.
    /// Singletons stay alive.
    public func end() async throws(ShutdownError) {
        try await values.shutdown()
    }
}
