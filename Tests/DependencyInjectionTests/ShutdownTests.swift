import DependencyInjection
import Testing

@Suite("Shutdown")
@MainActor
struct ShutdownTests {
    private let journal = Journal()

    /// `d` needs `c` and `b`, and `b` needs `a`. Each value records its shutdown.
    private func chain() -> Assembly {
        Assembly { [journal] in
            Singleton(.d, needs: .c, .b) { _, _ in Thing("d") }.onShutdown { journal.note($0.name) }
            Singleton(.b, needs: .a) { _ in Thing("b") }.onShutdown { journal.note($0.name) }
            Singleton(.c) { Thing("c") }.onShutdown { journal.note($0.name) }
            Singleton(.a) { Thing("a") }.onShutdown { journal.note($0.name) }
            Singleton(.e) { Thing("e") }.onShutdown { journal.note($0.name) }
        }
    }

    @Test("a shutdown runs in reverse order of creation and ignores values that were not created")
    func reverseOrder() async throws {
        let container = try chain().build()
        _ = try container.resolve(.b)
        _ = try container.resolve(.d)
        try await container.shutdown()
        #expect(journal.entries == ["d", "c", "b", "a"])
    }

    @Test("a second shutdown call returns after the first shutdown is complete")
    func secondCaller() async throws {
        let barrier = Barrier()
        let container = try Assembly { [journal] in
            Singleton(.a) { Thing("a") }.onShutdown { thing in
                await barrier.pass()
                journal.note(thing.name)
            }
        }.build()
        _ = try container.resolve(.a)
        let first = Task { @MainActor in try await container.shutdown() }
        await barrier.waitUntilReached()
        let begun = Gate()
        let second = Task { @MainActor [journal] in
            begun.open()
            try await container.shutdown()
            journal.note("second returns")
        }
        // On this actor, `shutdown` runs until it waits before the test goes on.
        await begun.wait()
        #expect(journal.entries.isEmpty)
        barrier.open()
        try await first.value
        try await second.value
        #expect(journal.entries == ["a", "second returns"])
    }

    @Test("an action that throws stops no other action, and every call reports all errors")
    func errors() async throws {
        let container = try Assembly { [journal] in
            Singleton(.a) { Thing() }.onShutdown { _ in throw SampleError.stuck("a") }
            Singleton(.b, needs: .a) { _ in Thing("b") }.onShutdown { journal.note($0.name) }
            Singleton(.c, needs: .b) { _ in Thing() }.onShutdown { _ in throw SampleError.stuck("c") }
        }.build()
        _ = try container.resolve(.c)
        for _ in 0..<2 {
            let error = await #expect(throws: ShutdownError.self) { try await container.shutdown() }
            #expect(error?.failures.map { $0.underlying as? SampleError } == [.stuck("c"), .stuck("a")])
            #expect(error?.failures.map(\.node.key.name) == ["c", "a"])
        }
        #expect(journal.entries == ["b"])
    }

    @Test("a container that was shut down resolves nothing and begins no scope")
    func afterwards() async throws {
        let container = try chain().build()
        _ = try container.resolve(.a)
        try await container.shutdown()
        for key in [Key<Thing>.a, .e] {
            let error = #expect(throws: ResolutionError.self) { try container.resolve(key) }
            #expect(error?.keyAfterShutdown == AnyKey(key))
        }
        let line = #line + 1
        let error = #expect(throws: ScopeError.self) { try container.beginScope() }
        #expect(error == .shutDown(at: "\(#fileID):\(line)"))
        #expect(journal.entries == ["a"])
    }

    @Test("cancelling the caller does not stop a shutdown")
    func cancelledShutdown() async throws {
        let container = try Assembly { [journal] in
            Singleton(.a) { Thing("a") }.onShutdown { thing in
                try Task.checkCancellation()
                journal.note(thing.name)
            }
        }.build()
        _ = try container.resolve(.a)
        let ending = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            try await container.shutdown()
        }
        try await ending.value
        #expect(journal.entries == ["a"])
    }

    @Test("a shutdown during concurrent creations shuts each created value down once, in reverse order")
    func shutdownDuringCreations() async throws {
        for _ in 0..<100 {
            let made = Journal()
            let shut = Journal()
            let container = try Assembly {
                for number in 0..<20 {
                    Singleton(Key<Int>("n\(number)"), needs: Key<Int>("m\(number % 5)")) { _ in
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
                    group.addTask { _ = try? container.resolve(Key<Int>("n\(number)")) }
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
