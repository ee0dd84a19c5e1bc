/// Hands out the values of a wiring that was found to be without fault.
///
/// **Graph first.** ``Assembly/build()`` is the only way to a container, and gives none while ``Assembly/validate()``
/// finds a missing, cyclic or captive dependency. What can still go wrong afterwards is what factories do, and asking
/// for a key that the list never had: ``ResolutionError``.
///
/// **Made once.** A value is made at its first need. A thousand tasks that ask at the same time start one creation and
/// get one value. It runs in a task of its own: a caller that is cancelled leaves with ``ResolutionError/cancelled``
/// while the creation goes on for the others. When a creation fails, all who wait are told why; the next to ask tries
/// again.
///
/// **Two lifetimes.** Singletons live as long as the container, scoped values as long as a ``Scope``, such as the time
/// from signing in to signing out:
///
/// ```swift
/// let scope = try container.beginScope(.seed(.credential, handle))
/// let users = try await scope.resolve(.users)
/// try await scope.end()
/// ```
///
/// **Taken down in order.** ``shutdown()`` ends the scopes that are open, then shuts down the singletons in exactly the
/// reverse of the order in which they were made. What is being made at that moment is waited for and shut down too.
///
/// **No global.** Containers share nothing. Pass on the values, not the container: only the composition root asks it.
public final class Container: Sendable {
    let root: LifetimeScope

    /// The wiring, for a picture of it.
    public var graph: Graph { root.blueprint.graph }

    init(blueprint: Blueprint) {
        root = LifetimeScope(blueprint: blueprint)
    }

    /// The value of `key`, made now if nobody has asked for it before.
    ///
    /// For a value that is already made the call neither suspends nor locks.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) async throws(ResolutionError) -> Value {
        if let made = root.pointer(to: key) { return made.pointee }
        return try await root.resolve(key, .caller, askedAt: CodeLocation(fileID: fileID, line: line))
    }

    /// The singleton of `key` if it is made already; nothing is made, and nothing is given after a shutdown has begun.
    ///
    /// For places that cannot wait, after the first ``resolve(_:fileID:line:)``.
    public func existing<Value>(_ key: Key<Value>) -> Value? {
        root.pointer(to: key)?.pointee
    }

    /// Begins a scope.
    ///
    /// It must be ended (``Scope/end()``) or its container shut down, which ends it too: container and scope keep each
    /// other until then, so that no value is dropped without having been shut down.
    ///
    /// - Parameter seeds: one value for each ``Seed`` of the assembly, as in `.seed(.credential, handle)`.
    /// - Throws: ``ScopeError``, naming every seed that is missing, unknown or given twice.
    public func beginScope(
        _ seeds: SeedValue..., fileID: String = #fileID, line: Int = #line
    ) throws(ScopeError) -> Scope {
        let location = CodeLocation(fileID: fileID, line: line)
        let cells = try SeedCheck(graph: graph, begunAt: location).cells(of: seeds)
        let values = LifetimeScope(within: root, seeds: cells)
        guard root.ledger.open(values) else { throw .shutDown(begunAt: location) }
        return Scope(values)
    }

    /// Ends the open scopes, then shuts down every singleton that was made, last made first, each once.
    ///
    /// It runs to its end whatever is thrown, and even if the caller is cancelled. Who calls it again, or at the same
    /// time, waits for the same shutdown and gets the same outcome. An `onShutdown` action or a factory must not call
    /// it: it would wait for itself.
    ///
    /// - Throws: ``ShutdownError`` with everything that the actions threw.
    public func shutdown() async throws(ShutdownError) {
        let failures = await root.shutDown()
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }
}
