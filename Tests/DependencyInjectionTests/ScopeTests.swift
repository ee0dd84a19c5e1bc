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
        let thing = try await scope.resolve(.b)
        #expect(thing.name == "ada with shared")
        #expect(try await scope.resolve(.b) === thing)
        #expect(try await scope.resolve(.token) == "ada")
        #expect(try await scope.resolve(.a) === container.resolve(.a))
        try await container.shutdown()
    }

    @Test("two scopes share singletons only")
    func isolation() async throws {
        let container = try assembly.build()
        let ada = try container.beginScope(.seed(.token, "ada"))
        let bob = try container.beginScope(.seed(.token, "bob"))
        #expect(try await ada.resolve(.b).name == "ada with shared")
        #expect(try await bob.resolve(.b).name == "bob with shared")
        #expect(try await ada.resolve(.a) === bob.resolve(.a))
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
        _ = try await ended.resolve(.b)
        try await ended.end()
        for key in [Key<Thing>.a, .b] {
            let error = await #expect(throws: ResolutionError.self) { try await ended.resolve(key) }
            #expect(error?.keyAfterShutdown == AnyKey(key))
        }
        #expect(try await other.resolve(.b).name == "bob with shared")
        #expect(try await container.resolve(.a).name == "shared")
        try await container.shutdown()
    }

    @Test("1,000 concurrent scopes each create one value of their own")
    func manyScopes() async throws {
        let container = try assembly.build()
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    let scope = try container.beginScope(.seed(.token, "\(number)"))
                    async let first = scope.resolve(.b)
                    async let second = scope.resolve(.b)
                    let (one, two) = try await (first, second)
                    try await scope.end()
                    return one === two ? one.name : "created twice"
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names == Set((0..<1_000).map { "\($0) with shared" }))
    }
}
