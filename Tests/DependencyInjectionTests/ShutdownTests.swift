import DependencyInjection
import Testing

@Suite("Shutdown")
@MainActor
struct ShutdownTests {
    private let journal = Journal()

    /// `d` needs `c` and `b`, `b` needs `a`; each notes that it is shut down.
    private func chain() -> Assembly {
        Assembly { [journal] in
            Singleton(.d, needs: .c, .b) { _, _ in Thing("d") }.onShutdown { journal.note($0.name) }
            Singleton(.b, needs: .a) { _ in Thing("b") }.onShutdown { journal.note($0.name) }
            Singleton(.c) { Thing("c") }.onShutdown { journal.note($0.name) }
            Singleton(.a) { Thing("a") }.onShutdown { journal.note($0.name) }
            Singleton(.e) { Thing("e") }.onShutdown { journal.note($0.name) }
        }
    }

    @Test("values are shut down in exactly the reverse order of their creation; what was not made is left alone")
    func reverseOrder() async throws {
        let container = try chain().build()
        _ = try await container.resolve(.b)
        _ = try await container.resolve(.d)
        try await container.shutdown()
        #expect(journal.entries == ["d", "c", "b", "a"])
    }

    @Test("nothing made, nothing to shut down")
    func nothingMade() async throws {
        try await chain().build().shutdown()
        #expect(journal.entries.isEmpty)
    }

    @Test("many callers of shutdown wait for one, and each value is shut down once")
    func exactlyOnce() async throws {
        let container = try chain().build()
        _ = try await container.resolve(.d)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try await container.shutdown() } }
            try await group.waitForAll()
        }
        try await container.shutdown()
        #expect(journal.entries == ["d", "b", "a", "c"])
    }

    @Test("a second caller of shutdown returns when the first one's shutdown is done, and not before")
    func secondCaller() async throws {
        let (isShuttingDown, gate) = (Gate(), Gate())
        let container = try Assembly { [journal] in
            Singleton(.a) { Thing("a") }.onShutdown { thing in
                isShuttingDown.open()
                await gate.wait()
                journal.note(thing.name)
            }
        }.build()
        _ = try await container.resolve(.a)
        let first = Task { @MainActor in try await container.shutdown() }
        await isShuttingDown.wait()
        // On this actor: once the gate is passed here, the second caller has returned or waits.
        let hasBegun = Gate()
        let second = Task { @MainActor in
            hasBegun.open()
            try await container.shutdown()
            journal.note("second returns")
        }
        await hasBegun.wait()
        #expect(journal.entries.isEmpty)
        gate.open()
        try await first.value
        try await second.value
        #expect(journal.entries == ["a", "second returns"])
    }

    @Test("an action that throws stops no other; every error is told, to every caller")
    func errors() async throws {
        let container = try Assembly { [journal] in
            Singleton(.a) { Thing() }.onShutdown { _ in throw SampleError.stuck("a") }
            Singleton(.b, needs: .a) { _ in Thing("b") }.onShutdown { journal.note($0.name) }
            Singleton(.c, needs: .b) { _ in Thing() }.onShutdown { _ in throw SampleError.stuck("c") }
        }.build()
        _ = try await container.resolve(.c)
        for _ in 0..<2 {
            let error = await #expect(throws: ShutdownError.self) { try await container.shutdown() }
            #expect(error?.failures.map { $0.underlying as? SampleError } == [.stuck("c"), .stuck("a")])
            #expect(error?.failures.map(\.node.key.name) == ["c", "a"])
        }
        #expect(journal.entries == ["b"])
    }

    @Test("after a shutdown nothing is given, made or begun")
    func afterwards() async throws {
        let container = try chain().build()
        _ = try await container.resolve(.a)
        try await container.shutdown()
        #expect(container.existing(.a) == nil)
        for key in [Key<Thing>.a, .e] {
            let error = await #expect(throws: ResolutionError.self) { try await container.resolve(key) }
            guard case .shutDown(AnyKey(key)) = try #require(error) else {
                Issue.record("expected .shutDown, got \(String(describing: error))")
                return
            }
        }
        let line = #line + 1
        let error = #expect(throws: ScopeError.self) { try container.beginScope() }
        #expect(error == .shutDown(begunAt: CodeLocation(fileID: #fileID, line: line)))
        #expect(journal.entries == ["a"])
    }

    @Test("a cancelled caller does not cut the shutdown short")
    func cancelledShutdown() async throws {
        let container = try Assembly { [journal] in
            Singleton(.a) { Thing("a") }.onShutdown { thing in
                try Task.checkCancellation()
                journal.note(thing.name)
            }
        }.build()
        _ = try await container.resolve(.a)
        let ending = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            try await container.shutdown()
        }
        try await ending.value
        #expect(journal.entries == ["a"])
    }

    @Test("a creation that is under way gets its needs, is waited for, and is shut down too; its caller is refused")
    func racingCreation() async throws {
        let isRunning = Gate()
        let gate = Gate()
        let container = try Assembly { [journal] in
            Singleton(.a, needs: .b, .c) { _, _ in
                journal.note("make a")
                return Thing()
            }.onShutdown { _ in journal.note("shut down a") }
            Singleton(.b) {
                isRunning.open()
                await gate.wait()
                journal.note("make b")
                return Thing()
            }.onShutdown { _ in journal.note("shut down b") }
            Singleton(.c) {
                journal.note("make c")
                return Thing()
            }.onShutdown { _ in journal.note("shut down c") }
            Singleton(.d) { Thing() }
        }.build()
        _ = try await container.resolve(.d)
        let asking = Task { @MainActor in try await container.resolve(.a) }
        await isRunning.wait()

        // Both jobs run on this actor, so when the gate is passed here the shutdown has begun and is waiting.
        let hasBegun = Gate()
        let ending = Task { @MainActor in
            hasBegun.open()
            try await container.shutdown()
            journal.note("shutdown returns")
        }
        await hasBegun.wait()
        #expect(container.existing(.d) == nil)
        await #expect(throws: ResolutionError.self) { try await container.resolve(.c) }
        #expect(journal.entries.isEmpty)

        gate.open()
        let error = await #expect(throws: ResolutionError.self) { try await asking.value }
        guard case .shutDown(AnyKey(Key<Thing>.a)) = try #require(error) else {
            Issue.record("expected .shutDown, got \(String(describing: error))")
            return
        }
        try await ending.value
        #expect(
            journal.entries == [
                "make b", "make c", "make a", "shut down a", "shut down c", "shut down b", "shutdown returns",
            ])
    }

    @Test("a creation that fails while a shutdown waits lets it go on")
    func failingDuringShutdown() async throws {
        let isRunning = Gate()
        let gate = Gate()
        let container = try Assembly { [journal] in
            Singleton(.a) { Thing("a") }.onShutdown { journal.note($0.name) }
            Singleton(.b, needs: .a) { _ in
                isRunning.open()
                await gate.wait()
                throw SampleError.broken
            }
        }.build()
        let asking = Task { @MainActor in try await container.resolve(.b) }
        await isRunning.wait()
        let hasBegun = Gate()
        let ending = Task { @MainActor in
            hasBegun.open()
            try await container.shutdown()
        }
        await hasBegun.wait()
        gate.open()
        await #expect(throws: ResolutionError.self) { try await asking.value }
        try await ending.value
        #expect(journal.entries == ["a"])
    }

    @Test("whatever a shutdown races with, all that was made is shut down once, in reverse order")
    func storm() async throws {
        for _ in 0..<100 {
            let made = Journal()
            let shut = Journal()
            let container = try Assembly {
                for number in 0..<20 {
                    Singleton(Key<Int>("n\(number)"), needs: Key<Int>("m\(number % 5)")) { _ in
                        await Task.yield()
                        made.note("n\(number)")
                        return number
                    }.onShutdown { _ in shut.note("n\(number)") }
                }
                for number in 0..<5 {
                    Singleton(Key<Int>("m\(number)")) {
                        made.note("m\(number)")
                        return number
                    }.onShutdown { _ in shut.note("m\(number)") }
                }
            }.build()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { _ = try? await container.resolve(Key<Int>("n\(number)")) }
                }
                group.addTask { try? await container.shutdown() }
            }
            #expect(shut.entries.sorted() == made.entries.sorted())
            #expect(Set(shut.entries).count == shut.entries.count)
            for (place, name) in shut.entries.enumerated() where name.hasPrefix("n") {
                let need = "m\((Int(name.dropFirst()) ?? 0) % 5)"
                #expect(shut.entries.firstIndex(of: need).map { $0 > place } == true)
            }
        }
    }
}
