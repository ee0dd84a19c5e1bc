import Synchronization

/// The place of one registration in one ``LifetimeScope``: makes the shared value, once, and holds it.
final class Cell<Value: Sendable>: AnyCell {
    private typealias Answer = Result<Value, ResolutionError>
    private typealias Waiter = CheckedContinuation<Answer, Never>

    let recipe: Recipe<Value>
    let publication = Publication()
    private let queue = Mutex(CreationQueue<Value, Waiter>())

    init(_ recipe: Recipe<Value>) {
        self.recipe = recipe
    }

    /// A cell that is full from the start.
    init(seed key: Key<Value>, value: Value, location: CodeLocation) {
        recipe = Recipe(seed: key, location: location)
        publish(value)
    }

    deinit {
        guard let pointer = publication.pointer else { return }
        let value = UnsafeMutableRawPointer(mutating: pointer).assumingMemoryBound(to: Value.self)
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// The shared value, made by the first who comes.
    ///
    /// The creation runs in a task of its own, so the cancellation of one who waits frees only this one.
    ///
    /// - Parameter home: where the value lives, and what its own needs are taken from.
    func obtain(in home: LifetimeScope, _ admission: Wiring.Admission) async throws(ResolutionError) -> Value {
        if let pointer = publication.pointer { return pointer.assumingMemoryBound(to: Value.self).pointee }
        // Taken before joining: once the first waiter is in, a shutdown must already know that there is a creation.
        guard home.ledger.beginCreation(admission) else { throw .shutDown(recipe.node.key) }

        let ticket = queue.withLock { $0.takeTicket() }
        let answer: Answer = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                switch queue.withLock({ $0.join(waiter, ticket: ticket) }) {
                case .start:
                    Task { await create(in: home) }
                case .wait:
                    home.ledger.endCreation()
                case .made(let value):
                    home.ledger.endCreation()
                    waiter.resume(returning: .success(value))
                case .left:
                    home.ledger.endCreation()
                    waiter.resume(returning: .failure(.cancelled))
                }
            }
        } onCancel: {
            // Runs before the join if the task is cancelled already; the ticket is given back then.
            queue.withLock { $0.leave(ticket: ticket) }?.resume(returning: .failure(.cancelled))
        }
        return try answer.get()
    }

    private func create(in home: LifetimeScope) async {
        let answer: Answer
        let waiters: [Waiter]
        do {
            let value = try await recipe.make(Wiring(scope: home, admission: .creation))
            // Before anyone can see the value and build on it: what is built on it must come later in the ledger.
            if let shutDown = recipe.shutDown {
                home.ledger.append(LedgerEntry(node: recipe.node) { try await shutDown(value) })
            }
            publish(value)
            answer = .success(value)
            waiters = queue.withLock { $0.finish(value) }
        } catch {
            answer = .failure(error)
            waiters = queue.withLock { $0.finish(nil) }
        }
        home.ledger.endCreation()
        for waiter in waiters {
            waiter.resume(returning: answer)
        }
    }

    private func publish(_ value: Value) {
        let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        pointer.initialize(to: value)
        publication.publish(pointer)
    }
}
