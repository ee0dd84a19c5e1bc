/// Where values live: the inside of a ``Container`` and of a ``Scope``.
final class LifetimeScope: Sendable {
    let blueprint: Blueprint
    let ledger = Ledger()
    /// The container's, for a scope; `nil` for a container.
    private let root: LifetimeScope?
    /// By place in the list. A scope has cells of its own for what lives in it and shares the container's for the rest.
    private let cells: [any AnyCell]
    /// Where the cells publish their values, found without counting references; `cells` keeps them alive.
    private let publications: [Unmanaged<Publication>]

    init(blueprint: Blueprint) {
        self.blueprint = blueprint
        root = nil
        cells = blueprint.registrations.map { $0.makeCell() }
        publications = cells.map { Unmanaged.passUnretained($0.publication) }
    }

    /// - Parameter seeds: a full cell for every seed of the blueprint.
    init(within root: LifetimeScope, seeds: [AnyKey: any AnyCell]) {
        blueprint = root.blueprint
        self.root = root
        cells = root.blueprint.registrations.enumerated().map { place, registration in
            switch registration.node.lifetime {
            case .singleton, .transient: root.cells[place]
            case .scoped: registration.makeCell()
            case .seed: seeds[registration.node.key] ?? registration.makeCell()
            }
        }
        publications = cells.map { Unmanaged.passUnretained($0.publication) }
    }

    /// Where the shared value lies if it is made and nothing is shut down: the way of nearly every resolution, without
    /// lock or hop. Valid as long as this scope.
    func pointer<Value>(to key: Key<Value>) -> UnsafePointer<Value>? {
        pointer(type: ObjectIdentifier(Value.self), name: key.name)?.assumingMemoryBound(to: Value.self)
    }

    /// - Parameter location: where a caller asks; the needs of a valid graph are all registered.
    func resolve<Value>(
        _ key: Key<Value>, _ admission: Wiring.Admission, askedAt location: CodeLocation? = nil
    ) async throws(ResolutionError) -> Value {
        guard let place = blueprint.places.place(type: ObjectIdentifier(Value.self), name: key.name) else {
            throw .notRegistered(
                AnyKey(key), askedAt: location, similar: blueprint.graph.nodes.similar(to: AnyKey(key)))
        }
        if root == nil, !blueprint.wayIntoScope[place].isEmpty { throw .outsideScope(blueprint.wayIntoScope[place]) }
        try refuseIfClosed(key, admission)

        // The table has compared the type's identity, so the cast cannot miss.
        let cell = unsafeDowncast(cells[place], to: Cell<Value>.self)
        let value =
            switch cell.recipe.node.lifetime {
            case .singleton: try await cell.obtain(in: root ?? self, admission)
            case .scoped, .seed: try await cell.obtain(in: self, admission)
            case .transient: try await cell.recipe.make(Wiring(scope: self, admission: admission))
            }
        try refuseIfClosed(key, admission)
        return value
    }

    /// Refuses callers, ends the open scopes, waits for what is under way, then shuts down what was made, last made
    /// first.
    ///
    /// It runs in a task of its own: who asked may be cancelled, the shutdown is not.
    func shutDown() async -> [ShutdownError.Failure] {
        await ledger.end { Task { await performShutdown() } }.value
    }

    private func performShutdown() async -> [ShutdownError.Failure] {
        var failures: [ShutdownError.Failure] = []
        let scopes = ledger.openScopes
        for scope in scopes { scope.ledger.close() }
        for scope in scopes { failures += await scope.shutDown() }
        await ledger.idle()
        for entry in ledger.takeEntries() {
            do {
                try await entry.shutDown()
            } catch {
                failures.append(ShutdownError.Failure(node: entry.node, underlying: error))
            }
        }
        root?.ledger.forget(self)
        return failures
    }

    /// A value is not handed out once a shutdown has begun, even if it was asked for before.
    private func refuseIfClosed<Value>(_ key: Key<Value>, _ admission: Wiring.Admission) throws(ResolutionError) {
        if admission == .caller && ledger.isClosed { throw .shutDown(AnyKey(key)) }
    }

    /// All of the way to a value that need not know its type.
    private func pointer(type: ObjectIdentifier, name: String) -> UnsafeRawPointer? {
        guard !ledger.isClosed, let place = blueprint.places.place(type: type, name: name) else { return nil }
        return publications[place]._withUnsafeGuaranteedRef(\.pointer)
    }
}
