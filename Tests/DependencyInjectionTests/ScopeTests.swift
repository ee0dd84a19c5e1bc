import DependencyInjection
import Testing

@Suite("Scopes")
struct ScopeTests {
    private let assembly = Assembly {
        Seed(.token)
        Singleton(.a) { Thing("shared") }
        Scoped(.b, needs: .token, .a) { token, shared in Thing("\(token) with \(shared.name)") }
        Transient(.c, needs: .b) { Thing($0.name) }
    }

    @Test("a scope makes its values once, from its seeds and the container's singletons")
    func values() async throws {
        let container = try assembly.build()
        let scope = try container.beginScope(.seed(.token, "ada"))
        #expect(scope.existing(.b) == nil)
        let thing = try await scope.resolve(.b)
        #expect(thing.name == "ada with shared")
        #expect(try await scope.resolve(.b) === thing)
        #expect(scope.existing(.b) === thing)
        #expect(try await scope.resolve(.token) == "ada")
        #expect(try await scope.resolve(.a) === container.resolve(.a))
        #expect(try await scope.resolve(.c).name == "ada with shared")
        try await container.shutdown()
    }

    @Test("two scopes share singletons and nothing else")
    func isolation() async throws {
        let container = try assembly.build()
        let ada = try container.beginScope(.seed(.token, "ada"))
        let bob = try container.beginScope(.seed(.token, "bob"))
        #expect(try await ada.resolve(.b).name == "ada with shared")
        #expect(try await bob.resolve(.b).name == "bob with shared")
        #expect(try await ada.resolve(.a) === bob.resolve(.a))
        try await container.shutdown()
    }

    @Test("the container gives no value of a scope, not even through a transient, and says why")
    func outsideScope() async throws {
        let container = try assembly.build()
        let nodes = container.graph.nodes
        for (key, path) in [(Key<Thing>.b, [nodes[2]]), (Key<Thing>.c, [nodes[3], nodes[2]])] {
            let error = await #expect(throws: ResolutionError.self) { try await container.resolve(key) }
            guard case .outsideScope(path) = try #require(error) else {
                Issue.record("expected .outsideScope, got \(String(describing: error))")
                return
            }
        }
        await #expect(throws: ResolutionError.self) { try await container.resolve(.token) }
        #expect(container.existing(.token) == nil)
    }

    @Test("seeds that are missing, unknown or given twice are all told at once")
    func wrongSeeds() throws {
        let assembly = Assembly {
            Seed(.token)
            Seed(.account)
            Singleton(.a) { Thing() }
        }
        let container = try assembly.build()
        let place = CodeLocation(fileID: "App/SignIn.swift", line: 5)
        let error = #expect(throws: ScopeError.self) {
            try container.beginScope(
                .seed(.token, "1"), .seed(.token, "2"), .seed(.a, Thing()), .seed(.b, Thing()),
                fileID: place.fileID, line: place.line)
        }
        #expect(
            error
                == .wrongSeeds(
                    missing: [assembly.graph.nodes[1]],
                    unknown: [AnyKey(Key<Thing>.a), AnyKey(Key<Thing>.b)],
                    repeated: [AnyKey(Key<String>.token)],
                    begunAt: place))
        #expect(
            error?.description == """
                App/SignIn.swift:5: the scope is begun with the wrong seeds.
                  "account" (Swift.String) is declared at \(assembly.graph.nodes[1].location) and not given: add \
                `.seed(…)` for it.
                  "a" (DependencyInjectionTests.Thing) is given, but the assembly has no `Seed` for it: declare it or \
                leave it out.
                  "b" (DependencyInjectionTests.Thing) is given, but the assembly has no `Seed` for it: declare it or \
                leave it out.
                  "token" (Swift.String) is given more than once: keep one value.
                """)
    }

    @Test("a scope that has ended gives nothing; the container and other scopes go on")
    func ended() async throws {
        let container = try assembly.build()
        let ended = try container.beginScope(.seed(.token, "ada"))
        let other = try container.beginScope(.seed(.token, "bob"))
        _ = try await ended.resolve(.b)
        try await ended.end()
        #expect(ended.existing(.b) == nil)
        for key in [Key<Thing>.a, .b, .c] {
            let error = await #expect(throws: ResolutionError.self) { try await ended.resolve(key) }
            guard case .shutDown(AnyKey(key)) = try #require(error) else {
                Issue.record("expected .shutDown, got \(String(describing: error))")
                return
            }
        }
        #expect(try await other.resolve(.b).name == "bob with shared")
        #expect(try await container.resolve(.a).name == "shared")
        try await container.shutdown()
    }

    @Test("1,000 scopes at once, each with a value of its own")
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
                    return one === two ? one.name : "made twice"
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names == Set((0..<1_000).map { "\($0) with shared" }))
    }
}
