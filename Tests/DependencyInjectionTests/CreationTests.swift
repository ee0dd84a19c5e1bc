import DependencyInjection
import Testing

@Suite("Creation")
struct CreationTests {
    @Test("a singleton is created on first use, after its needs, and only once")
    func singleton() async throws {
        let journal = Journal()
        let container = try Assembly {
            Singleton(.a, needs: .b, .c) { first, _ in
                journal.note("a")
                return Thing(first.name)
            }
            Singleton(.b, needs: .c) {
                journal.note("b")
                return $0
            }
            Singleton(.c) {
                journal.note("c")
                return Thing("made")
            }
            Singleton(.d) {
                journal.note("d")
                return Thing()
            }
        }.build()
        #expect(journal.entries.isEmpty)
        let first = try await container.resolve(.a)
        let second = try await container.resolve(.a)
        #expect(first === second)
        #expect(first.name == "made")
        #expect(journal.entries == ["c", "b", "a"])
    }

    @Test("a chain of 2,000 dependencies is created without a stack overflow")
    func longChain() async throws {
        let container = try Assembly {
            Singleton(Key<Int>("n0")) { 0 }
            for number in 1...2_000 {
                Singleton(Key<Int>("n\(number)"), needs: Key<Int>("n\(number - 1)")) { $0 + 1 }
            }
        }.build()
        #expect(try await container.resolve(Key<Int>("n2000")) == 2_000)
    }

    @Test("a container releases its values")
    func release() async throws {
        weak var thing: Thing?
        do {
            let container = try Assembly {
                Singleton(.a) { Thing() }
                Seed(.b)
            }.build()
            thing = try await container.resolve(.a)
            let scope = try container.beginScope(.seed(.b, Thing()))
            try await scope.end()
            #expect(thing != nil)
        }
        #expect(thing == nil)
    }
}

/// Runs on the main actor: `resolve` stays on the actor of its caller until it suspends, so a caller is known to wait
/// once another job runs on that actor.
@Suite("Failure and cancellation")
@MainActor
struct FailureTests {
    @Test("a failed creation is reported to all callers that wait, and the next call tries again")
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
        var callers: [Task<Thing, any Error>] = []
        let allWait = Gate()
        var arrived = 0
        for _ in 0..<100 {
            callers.append(
                Task { @MainActor in
                    arrived += 1
                    if arrived == 100 { allWait.open() }
                    return try await container.resolve(.a)
                })
        }
        await allWait.wait()
        // All callers run on this actor, so it is free only after the last one has begun to wait.
        await MainActor.run { gate.open() }
        for task in callers {
            let error = await #expect(throws: ResolutionError.self) { try await task.value }
            #expect(error?.underlyingSample == .broken)
        }
        #expect(runs.value == 1)

        let thing = try await container.resolve(.a)
        #expect(runs.value == 2)
        #expect(try await container.resolve(.a) === thing)
        #expect(runs.value == 2)
    }

    @Test("a failure names the factory that threw and the registrations that needed its value")
    func failurePath() async throws {
        let file = "App/Wiring.swift"
        let container = try Assembly {
            Singleton(.a, needs: .b, fileID: file, line: 1) { $0 }
            Singleton(.b, needs: .c, fileID: file, line: 2) { $0 }
            Singleton(.c, fileID: file, line: 3) { throw SampleError.broken }
        }.build()
        let error = await #expect(throws: ResolutionError.self) { try await container.resolve(.a) }
        #expect(
            error?.description == """
                App/Wiring.swift:3: "c" (DependencyInjectionTests.Thing) could not be created: broken
                  needed by "b" (DependencyInjectionTests.Thing) at App/Wiring.swift:2
                  needed by "a" (DependencyInjectionTests.Thing) at App/Wiring.swift:1
                """)
    }

    @Test("cancelling a caller does not cancel the creation", arguments: [true, false])
    func cancelledCaller(isFirst: Bool) async throws {
        let (runs, barrier) = (Counter(), Barrier())
        let container = try Assembly {
            Singleton(.a) {
                runs.increment()
                await barrier.pass()
                #expect(!Task.isCancelled)
                return Thing()
            }
        }.build()
        let first = Task { @MainActor in try await container.resolve(.a) }
        await barrier.waitUntilReached()
        let second = Task { @MainActor in try await container.resolve(.a) }
        await Task { @MainActor in }.value
        (isFirst ? first : second).cancel()
        barrier.open()
        #expect(try await first.value === second.value)
        #expect(runs.value == 1)
    }

    @Test("a cancelled task starts no creation but receives existing values")
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

    @Test("a factory that throws CancellationError has failed; its caller was not cancelled")
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
