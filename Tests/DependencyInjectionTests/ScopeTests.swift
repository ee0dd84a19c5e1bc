import DependencyInjection
import Testing

@Suite("Scopes")
struct ScopeTests {
    private let assembly = Assembly {
        Seed(.token)
        Singleton(.a) { Thing("shared") }
        Scoped(.b, needs: .token, .a) { token, shared in Thing("\(token) with \(shared.name)") }
    }

    @Test("a scope creates its values once, from its seeds and the singletons of the container")
    func values() async throws {
        let container = try assembly.build()
        let scope = try container.beginScope(.seed(.token, "ada"))
        let thing = try scope.resolve(.b)
        #expect(thing.name == "ada with shared")
        #expect(try scope.resolve(.b) === thing)
        #expect(try scope.resolve(.token) == "ada")
        #expect(try scope.resolve(.a) === container.resolve(.a))
        try await container.shutdown()
    }

    @Test("one error reports all seeds that are missing, unknown or passed twice")
    func wrongSeeds() throws {
        let assembly = Assembly {
            Seed(.token)
            Seed(.account)
            Singleton(.a) { Thing() }
        }
        let container = try assembly.build()
        let error = #expect(throws: ScopeError.self) {
            try container.beginScope(
                .seed(.token, "1"), .seed(.token, "2"), .seed(.a, Thing()), .seed(.b, Thing()),
                fileID: "App/Login.swift", line: 5)
        }
        #expect(
            error
                == .wrongSeeds(
                    missing: [AnyKey(Key<String>.account)],
                    unexpected: [AnyKey(Key<String>.token), AnyKey(Key<Thing>.a), AnyKey(Key<Thing>.b)],
                    at: "App/Login.swift:5"))
        #expect(
            error?.description == """
                App/Login.swift:5: the seeds do not match the assembly.
                  Missing: "account" (Swift.String)
                  Unexpected: "token" (Swift.String)
                  Unexpected: "a" (DependencyInjectionTests.Thing)
                  Unexpected: "b" (DependencyInjectionTests.Thing)
                  Fix: pass one `.seed(key, value)` for each `Seed` of the assembly.
                """)
    }

    @Test("an ended scope returns no value; the container and other scopes still do")
    func ended() async throws {
        let container = try assembly.build()
        let ended = try container.beginScope(.seed(.token, "ada"))
        let other = try container.beginScope(.seed(.token, "bob"))
        _ = try ended.resolve(.b)
        try await ended.end()
        for key in [Key<Thing>.a, .b] {
            let error = #expect(throws: ResolutionError.self) { try ended.resolve(key) }
            #expect(error?.keyAfterShutdown == AnyKey(key))
        }
        #expect(try other.resolve(.b).name == "bob with shared")
        #expect(try container.resolve(.a).name == "shared")
        try await container.shutdown()
    }
}

@Suite("Scope shutdown")
@MainActor
struct ScopeShutdownTests {
    private let journal = Journal()

    /// The scoped `c` needs the scoped `b`, which needs the singleton `a`.
    private func assembly() -> Assembly {
        Assembly { [journal] in
            Seed(.token)
            Singleton(.a) { Thing("a") }.onShutdown { journal.note($0.name) }
            Scoped(.b, needs: .token, .a) { token, _ in Thing("\(token) b") }.onShutdown { journal.note($0.name) }
            Scoped(.c, needs: .token, .b) { token, _ in Thing("\(token) c") }.onShutdown { journal.note($0.name) }
        }
    }

    @Test("ending a scope shuts down its own values once, in reverse order of creation")
    func end() async throws {
        let container = try assembly().build()
        let scope = try container.beginScope(.seed(.token, "ada"))
        _ = try scope.resolve(.c)
        try await scope.end()
        try await scope.end()
        #expect(journal.entries == ["ada c", "ada b"])
        try await container.shutdown()
        #expect(journal.entries == ["ada c", "ada b", "a"])
    }

    @Test("the container ends open scopes, last begun first and also those without a reference, then its singletons")
    func containerEndsScopes() async throws {
        let container = try assembly().build()
        let ada = try container.beginScope(.seed(.token, "ada"))
        let bob = try container.beginScope(.seed(.token, "bob"))
        _ = try container.beginScope(.seed(.token, "eve")).resolve(.b)
        _ = try bob.resolve(.c)
        _ = try ada.resolve(.c)
        try await container.shutdown()
        #expect(journal.entries == ["eve b", "bob c", "bob b", "ada c", "ada b", "a"])
        #expect(throws: ResolutionError.self) { try ada.resolve(.b) }
    }

    @Test("an open scope returns no value once the shutdown of the container has begun")
    func scopesRefuseAtOnce() async throws {
        let barrier = Barrier()
        let container = try Assembly {
            Seed(.token)
            Scoped(.a) { Thing() }
            Scoped(.b) { Thing() }.onShutdown { _ in await barrier.pass() }
        }.build()
        let first = try container.beginScope(.seed(.token, "ada"))
        let second = try container.beginScope(.seed(.token, "bob"))
        _ = try first.resolve(.a)
        _ = try second.resolve(.b)
        let ending = Task { try await container.shutdown() }
        await barrier.waitUntilReached()
        #expect(throws: ResolutionError.self) { try first.resolve(.a) }
        #expect(throws: ResolutionError.self) { try first.resolve(.token) }
        barrier.open()
        try await ending.value
    }

    @Test("one error collects the failures of the scopes and of the container")
    func errors() async throws {
        let container = try Assembly {
            Singleton(.a) { Thing() }.onShutdown { _ in throw SampleError.stuck("a") }
            Scoped(.b, needs: .a) { _ in Thing() }.onShutdown { _ in throw SampleError.stuck("b") }
        }.build()
        let scope = try container.beginScope()
        _ = try scope.resolve(.b)
        let error = await #expect(throws: ShutdownError.self) { try await container.shutdown() }
        #expect(error?.failures.map { $0.underlying as? SampleError } == [.stuck("b"), .stuck("a")])
    }
}
