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
    private let store: ValueStore
    private let registrations: [Registration]

    /// The registrations of this container and their dependencies.
    public var graph: Graph { store.graph }

    init(graph: Graph, registrations: [Registration]) {
        self.registrations = registrations
        store = ValueStore(graph: graph, registrations: registrations.filter { $0.node.lifetime == .singleton })
    }

    /// Returns the value of `key` and creates it if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Value {
        try store.value(of: AnyKey(key), at: "\(fileID):\(line)").get()
    }

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
        let scope = ValueStore(
            graph: graph, registrations: registrations.filter { $0.node.lifetime == .scoped }, seeds: values,
            parent: store)
        guard store.addScope(scope) else { throw .shutDown(at: location) }
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
        try await store.shutDown()
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

    private let store: ValueStore

    init(_ store: ValueStore) {
        self.store = store
    }

    /// Returns the value of `key` and creates it if necessary.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) throws(ResolutionError) -> Value {
        try store.value(of: AnyKey(key), at: "\(fileID):\(line)").get()
    }

    /// Shuts down all values that this scope created, in reverse order of creation, each once. Singletons stay alive.
    ///
    /// Neither an error nor the cancellation of the caller stops the shutdown. Later and concurrent calls wait for the
    /// same shutdown and throw the same error.
    ///
    /// - Throws: ``ShutdownError`` with the errors of all `onShutdown` actions.
    public func end() async throws(ShutdownError) {
        try await store.shutDown()
    }
}
