import Synchronization

/// Creates and shares the values of a valid ``Assembly``.
///
/// **Validated first.** ``Assembly/build()`` is the only way to create a container. After that, resolution fails only
/// if a factory throws or a caller uses a key incorrectly. See ``ResolutionError``.
///
/// **Created once.** A value is created when it is first needed, in the thread that needs it, while other callers wait. If
/// the creation fails, the next call tries again.
///
/// **Two lifetimes.** Singletons live as long as the container. Scoped values live as long as a ``Scope``, for example
/// from login to logout:
///
/// ```swift
/// let scope = try container.beginScope(.seed(.account, account))
/// let users = try scope.resolve(.users)
/// try await scope.end()
/// ```
///
/// **Ordered shutdown.** ``shutdown()`` ends open scopes, then shuts down singletons in reverse order of creation.
///
/// Containers share no values. Only the composition root uses the container; everything else receives values.
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

    /// The registrations of this container and their dependencies.
    public let graph: Graph
    private let registrations: [Registration]
    /// Those whose values this container creates.
    private let own: [AnyKey: Registration]
    /// The container of a scope, if this one has the values of a scope.
    private let parent: Container?
    private let state: Mutex<State>

    init(graph: Graph, registrations: [Registration], seeds: [AnyKey: AnyValue] = [:], parent: Container? = nil) {
        self.graph = graph
        self.registrations = registrations
        self.parent = parent
        let lifetime = parent == nil ? Graph.Lifetime.singleton : .scoped
        own = Dictionary(
            uniqueKeysWithValues: registrations.filter { $0.node.lifetime == lifetime }.map { ($0.node.key, $0) })
        state = Mutex(State(values: seeds))
    }

    /// Returns the value of `key` and creates it if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Value {
        try value(of: AnyKey(key), at: "\(fileID):\(line)").get()
    }

    /// A scope locks its own state before its container's, and never the other way around.
    private func value(of key: AnyKey, at location: @autoclosure () -> String?) throws(ResolutionError) -> AnyValue {
        try state.withLock { state throws(ResolutionError) in
            if state.isClosed { throw .shutDown(key) }
            // Nearly every call ends here.
            if let value = state.values[key] { return value }
            return try value(of: key, at: location, in: &state)
        }
    }

    private func value(
        of key: AnyKey, at location: () -> String?, in state: inout State
    ) throws(ResolutionError) -> AnyValue {
        if let value = state.values[key] { return value }
        guard let registration = own[key] else {
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

extension Container {
    /// Begins a scope.
    ///
    /// End it with ``Scope/end()``, or shut the container down. Until then the container retains the scope, so that its
    /// values are always shut down.
    ///
    /// - Parameter seeds: One value for each ``Seed`` of the assembly, as in `.seed(.account, account)`.
    /// - Throws: ``ScopeError`` if the seeds are wrong or the shutdown has begun.
    public func beginScope(
        _ seeds: Scope.SeedValue..., fileID: String = #fileID, line: Int = #line
    ) throws(ScopeError) -> Scope {
        let location = "\(fileID):\(line)"
        let declared = graph.nodes.filter { $0.lifetime == .seed }.map(\.key)
        var values: [AnyKey: AnyValue] = [:]
        var unexpected: [AnyKey] = []
        for seed in seeds where !declared.contains(seed.key) || values.updateValue(seed.value, forKey: seed.key) != nil
        {
            unexpected.append(seed.key)
        }
        let missing = declared.filter { values[$0] == nil }
        guard missing.isEmpty, unexpected.isEmpty else {
            throw .wrongSeeds(missing: missing, unexpected: unexpected, at: location)
        }
        let scope = Container(graph: graph, registrations: registrations, seeds: values, parent: self)
        let isOpen = state.withLock { state in
            if !state.isClosed { state.scopes.append(scope) }
            return !state.isClosed
        }
        guard isOpen else { throw .shutDown(at: location) }
        return Scope(scope)
    }

    /// Ends open scopes, then shuts down all created singletons in reverse order of creation, each once.
    ///
    /// Neither an error nor the cancellation of the caller stops the shutdown. Later and concurrent calls wait for the
    /// same shutdown and throw the same error. Do not call this method from an `onShutdown` action: it would wait for
    /// itself.
    ///
    /// - Throws: ``ShutdownError`` with the errors of all `onShutdown` actions.
    public func shutdown() async throws(ShutdownError) {
        let failures = await failuresOfShutdown()
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }

    /// The first call starts a task that is not cancelled with its caller. All calls wait for that task.
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

/// A lifetime within the lifetime of a ``Container``, for example from login to logout.
///
/// A scope has its own scoped values and seeds, and shares the container's singletons.
public final class Scope: Sendable {
    /// The value of a ``Seed`` for one scope.
    public struct SeedValue: Sendable {
        let key: AnyKey
        let value: AnyValue

        /// Provides `value` for the seed that is declared under `key`.
        public static func seed<Value>(_ key: Key<Value>, _ value: Value) -> Self {
            Self(key: AnyKey(key), value: AnyValue(value))
        }
    }

    private let values: Container

    init(_ values: Container) {
        self.values = values
    }

    /// Returns the value of `key` and creates it if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Value {
        try values.resolve(key, fileID: fileID, line: line)
    }

    /// Shuts down all values that this scope created, in reverse order of creation, each once. Singletons stay alive.
    ///
    /// Neither an error nor the cancellation of the caller stops the shutdown. Later and concurrent calls wait for the
    /// same shutdown and throw the same error.
    ///
    /// - Throws: ``ShutdownError`` with the errors of all `onShutdown` actions.
    public func end() async throws(ShutdownError) {
        try await values.shutdown()
    }
}
