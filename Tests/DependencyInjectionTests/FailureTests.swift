import DependencyInjection
import Testing

/// Runs on the main actor: `resolve` stays on its caller's actor until it suspends, so a caller that has let the next
/// job run there is known to be waiting.
@Suite("Failure and cancellation")
@MainActor
struct FailureTests {
    @Test("a failed creation is reported to all who wait, and the next to ask tries again")
    func failingThenSucceeding() async throws {
        let runs = Counter()
        let gate = Gate()
        let container = try Assembly {
            Singleton(.a) {
                guard runs.increment() == 1 else { return Thing() }
                await gate.wait()
                throw SampleError.broken
            }
        }.build()
        var asking: [Task<Thing, any Error>] = []
        let allWait = Gate()
        var arrived = 0
        for _ in 0..<100 {
            asking.append(
                Task { @MainActor in
                    arrived += 1
                    if arrived == 100 { allWait.open() }
                    return try await container.resolve(.a)
                })
        }
        await allWait.wait()
        // On the actor where all of them ask: it is free again only when the last one has come to wait.
        await MainActor.run { gate.open() }
        for task in asking {
            let error = await #expect(throws: ResolutionError.self) { try await task.value }
            #expect(error?.underlyingSample == .broken)
        }
        #expect(runs.value == 1)

        let thing = try await container.resolve(.a)
        #expect(runs.value == 2)
        #expect(try await container.resolve(.a) === thing)
        #expect(runs.value == 2)
    }

    @Test("a failure tells the factory and the way to it")
    func failurePath() async throws {
        let file = "App/Wiring.swift"
        let container = try Assembly {
            Singleton(.a, needs: .b, fileID: file, line: 1) { $0 }
            Transient(.b, needs: .c, fileID: file, line: 2) { $0 }
            Singleton(.c, fileID: file, line: 3) { throw SampleError.broken }
        }.build()
        let error = await #expect(throws: ResolutionError.self) { try await container.resolve(.a) }
        #expect(
            error?.description == """
                App/Wiring.swift:3: "c" (DependencyInjectionTests.Thing) could not be made: broken
                  needed by "b" (DependencyInjectionTests.Thing) at App/Wiring.swift:2
                  needed by "a" (DependencyInjectionTests.Thing) at App/Wiring.swift:1
                """)
    }

    @Test("what was made before a failure is kept")
    func failureKeepsNeeds() async throws {
        let runs = Counter()
        let attempts = Counter()
        let container = try Assembly {
            Singleton(.a, needs: .b) { thing in
                if attempts.increment() == 1 { throw SampleError.broken }
                return thing
            }
            Singleton(.b) {
                runs.increment()
                return Thing()
            }
        }.build()
        await #expect(throws: ResolutionError.self) { try await container.resolve(.a) }
        _ = try await container.resolve(.a)
        #expect(runs.value == 1)
    }

    @Test("a caller that is cancelled leaves at once; the creation goes on for the others", arguments: [true, false])
    func cancelledWaiter(theFirst: Bool) async throws {
        let runs = Counter()
        let isRunning = Gate()
        let gate = Gate()
        let container = try Assembly {
            Singleton(.a) {
                runs.increment()
                isRunning.open()
                await gate.wait()
                #expect(!Task.isCancelled)
                return Thing()
            }
        }.build()
        let first = Task { @MainActor in try await container.resolve(.a) }
        await isRunning.wait()
        let second = Task { @MainActor in try await container.resolve(.a) }
        await Task { @MainActor in }.value

        let (leaving, staying) = theFirst ? (first, second) : (second, first)
        leaving.cancel()
        // The gate is still closed: only the cancellation can have freed this one.
        let error = await #expect(throws: ResolutionError.self) { try await leaving.value }
        #expect(error?.isCancelled == true)
        gate.open()
        #expect(try await staying.value === container.resolve(.a))
        #expect(runs.value == 1)
    }

    @Test("when all callers have left, the creation is finished and kept")
    func cancelledByAll() async throws {
        let runs = Counter()
        let isRunning = Gate()
        let gate = Gate()
        let container = try Assembly {
            Singleton(.a) {
                runs.increment()
                isRunning.open()
                await gate.wait()
                return Thing()
            }
        }.build()
        let asking = Task { try await container.resolve(.a) }
        await isRunning.wait()
        asking.cancel()
        await #expect(throws: ResolutionError.self) { try await asking.value }
        gate.open()
        _ = try await container.resolve(.a)
        #expect(runs.value == 1)
    }

    @Test("a cancelled task starts no creation, and still gets what is made")
    func alreadyCancelled() async throws {
        let journal = Journal()
        let container = try Assembly {
            Singleton(.a) {
                journal.note("a")
                return Thing()
            }
            Singleton(.b) { Thing() }
        }.build()
        let made = try await container.resolve(.b)
        let task = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            let error = await #expect(throws: ResolutionError.self) { try await container.resolve(.a) }
            #expect(error?.isCancelled == true)
            return try await container.resolve(.b)
        }
        #expect(try await task.value === made)
        #expect(journal.entries.isEmpty)
    }

    @Test("cancellation reaches a transient's factory and comes back as cancellation")
    func cancelledTransient() async throws {
        let isRunning = Gate()
        let gate = Gate()
        let container = try Assembly {
            Transient(.a) {
                isRunning.open()
                await gate.wait()
                try Task.checkCancellation()
                return Thing()
            }
        }.build()
        let asking = Task { try await container.resolve(.a) }
        await isRunning.wait()
        asking.cancel()
        gate.open()
        let error = await #expect(throws: ResolutionError.self) { try await asking.value }
        #expect(error?.isCancelled == true)
    }

    @Test("a factory that gives up by itself is a failure, not the caller's cancellation")
    func factoryThrowsCancellation() async throws {
        let container = try Assembly { Singleton(.a) { throw CancellationError() } }.build()
        let error = await #expect(throws: ResolutionError.self) { try await container.resolve(.a) }
        guard case .creationFailed(let failure) = try #require(error) else {
            Issue.record("expected .creationFailed, got \(String(describing: error))")
            return
        }
        #expect(failure.underlying is CancellationError)
    }
}

extension ResolutionError {
    fileprivate var underlyingSample: SampleError? {
        if case .creationFailed(let failure) = self { failure.underlying as? SampleError } else { nil }
    }

    fileprivate var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }
}
