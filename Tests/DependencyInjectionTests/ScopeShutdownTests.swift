import DependencyInjection
import Testing

@Suite("Shutdown of scopes")
@MainActor
struct ScopeShutdownTests {
    private let journal = Journal()

    /// A scope's `c` needs its `b`, which needs the container's `a`.
    private func assembly() -> Assembly {
        Assembly { [journal] in
            Seed(.token)
            Singleton(.a) { Thing("a") }.onShutdown { journal.note($0.name) }
            Scoped(.b, needs: .token, .a) { token, _ in Thing("\(token) b") }.onShutdown { journal.note($0.name) }
            Scoped(.c, needs: .token, .b) { token, _ in Thing("\(token) c") }.onShutdown { journal.note($0.name) }
        }
    }

    @Test("the end of a scope shuts down its own values, last made first, once")
    func end() async throws {
        let container = try assembly().build()
        let scope = try container.beginScope(.seed(.token, "ada"))
        _ = try await scope.resolve(.c)
        try await scope.end()
        try await scope.end()
        #expect(journal.entries == ["ada c", "ada b"])
        try await container.shutdown()
        #expect(journal.entries == ["ada c", "ada b", "a"])
    }

    @Test("the container ends open scopes first, last begun first, then its singletons")
    func containerEndsScopes() async throws {
        let container = try assembly().build()
        let ada = try container.beginScope(.seed(.token, "ada"))
        let bob = try container.beginScope(.seed(.token, "bob"))
        _ = try await bob.resolve(.c)
        _ = try await ada.resolve(.c)
        try await container.shutdown()
        #expect(journal.entries == ["bob c", "bob b", "ada c", "ada b", "a"])
        await #expect(throws: ResolutionError.self) { try await ada.resolve(.b) }
    }

    @Test("from the first moment of the container's shutdown no open scope gives anything")
    func scopesRefuseAtOnce() async throws {
        let isEnding = Gate()
        let gate = Gate()
        let container = try Assembly {
            Seed(.token)
            Scoped(.a) { Thing() }
            Scoped(.b) { Thing() }.onShutdown { _ in
                isEnding.open()
                await gate.wait()
            }
        }.build()
        let first = try container.beginScope(.seed(.token, "ada"))
        let second = try container.beginScope(.seed(.token, "bob"))
        _ = try await first.resolve(.a)
        _ = try await second.resolve(.b)
        let ending = Task { try await container.shutdown() }
        await isEnding.wait()
        #expect(first.existing(.a) == nil)
        #expect(first.existing(.token) == nil)
        await #expect(throws: ResolutionError.self) { try await first.resolve(.a) }
        gate.open()
        try await ending.value
    }

    @Test("a scope that nobody holds any more is ended by the container")
    func droppedScope() async throws {
        let container = try assembly().build()
        _ = try await container.beginScope(.seed(.token, "ada")).resolve(.b)
        try await container.shutdown()
        #expect(journal.entries == ["ada b", "a"])
    }

    @Test("errors of scopes and container are collected together")
    func errors() async throws {
        let container = try Assembly {
            Singleton(.a) { Thing() }.onShutdown { _ in throw SampleError.stuck("a") }
            Scoped(.b, needs: .a) { _ in Thing() }.onShutdown { _ in throw SampleError.stuck("b") }
        }.build()
        let scope = try container.beginScope()
        _ = try await scope.resolve(.b)
        let error = await #expect(throws: ShutdownError.self) { try await container.shutdown() }
        #expect(error?.failures.map { $0.underlying as? SampleError } == [.stuck("b"), .stuck("a")])
    }

    @Test("a scoped creation under way still gets the singletons that it needs while the container shuts down")
    func racingCreation() async throws {
        let isRunning = Gate()
        let gate = Gate()
        let container = try Assembly { [journal] in
            Scoped(.c, needs: .b, .a) { _, _ in Thing("c") }.onShutdown { journal.note($0.name) }
            Scoped(.b) {
                isRunning.open()
                await gate.wait()
                return Thing("b")
            }.onShutdown { journal.note($0.name) }
            Singleton(.a) { Thing("a") }.onShutdown { journal.note($0.name) }
        }.build()
        let scope = try container.beginScope()
        let asking = Task { @MainActor in try await scope.resolve(.c) }
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
        #expect(journal.entries == ["c", "b", "a"])
    }
}
