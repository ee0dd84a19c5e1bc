/// Creates and shares the values of a valid ``Assembly``.
///
/// **Validated first.** ``Assembly/build()`` is the only way to create a container. After that, resolution fails only
/// if a factory throws or a caller uses a key incorrectly. See ``ResolutionError``.
///
/// **Created once.** A value is created when it is first needed. Concurrent callers wait for the same creation and
/// receive the same result. If the creation fails, the next call tries again. Cancelling a caller does not cancel a
/// creation.
///
/// **Two lifetimes.** Singletons live as long as the container. Scoped values live as long as a ``Scope``, for example
/// from login to logout:
///
/// ```swift
/// let scope = try container.beginScope(.seed(.account, account))
/// let users = try await scope.resolve(.users)
/// try await scope.end()
/// ```
///
/// **Ordered shutdown.** ``shutdown()`` ends open scopes, then shuts down singletons in reverse order of creation. It
/// waits for creations in progress and shuts their values down too.
///
/// Containers share no values. Only the composition root uses the container; everything else receives values.
public final class Container: Sendable {
    private let store: ValueStore
    private let registrations: [Registration]

    /// The registrations of this container and their dependencies.
    public var graph: Graph { store.graph }

    init(graph: Graph, registrations: [Registration]) {
        self.registrations = registrations
        store = ValueStore(graph: graph, cells: registrations.cells(.singleton))
    }

    /// Returns the value of `key` and creates it if necessary.
    ///
    /// If the value exists, the call neither suspends nor takes a lock.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) async throws(ResolutionError) -> Value {
        if let pointer = store.pointer(to: key) { return pointer.pointee }
        return try await store.resolve(key, for: .caller, at: "\(fileID):\(line)")
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
        var cells = registrations.cells(.scoped)
        var unexpected: [AnyKey] = []
        for seed in seeds where !declared.contains(seed.key) || cells.updateValue(seed.cell, forKey: seed.key) != nil {
            unexpected.append(seed.key)
        }
        let missing = declared.filter { cells[$0] == nil }
        guard missing.isEmpty, unexpected.isEmpty else {
            throw .wrongSeeds(missing: missing, unexpected: unexpected, at: location)
        }
        let scope = ValueStore(graph: graph, cells: cells, parent: store)
        guard store.addScope(scope) else { throw .shutDown(at: location) }
        return Scope(scope)
    }

    /// Ends open scopes, then shuts down all created singletons in reverse order of creation, each once.
    ///
    /// Neither an error nor the cancellation of the caller stops the shutdown. Later and concurrent calls wait for the
    /// same shutdown and throw the same error. Do not call this method from a factory or an `onShutdown` action: both
    /// would wait for themselves.
    ///
    /// - Throws: ``ShutdownError`` with the errors of all `onShutdown` actions.
    public func shutdown() async throws(ShutdownError) {
        let failures = await store.shutDown()
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }
}

extension [Registration] {
    fileprivate func cells(_ lifetime: Graph.Lifetime) -> [AnyKey: any AnyCell] {
        var cells: [AnyKey: any AnyCell] = [:]
        for registration in self where registration.node.lifetime == lifetime {
            cells[registration.node.key] = registration.makeCell?()
        }
        return cells
    }
}
