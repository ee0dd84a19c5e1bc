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
        let container = try Assembly {
            Seed(.token)
            Seed(.account)
            Singleton(.a) { Thing() }
        }.build()
        let error = try #require(throws: ResolutionError.self) {
            try container.beginScope(
                .seed(.token, "1"), .seed(.token, "2"), .seed(.a, Thing()), .seed(.b, Thing()),
                fileID: "App/Login.swift", line: 5)
        }
        guard case .wrongSeeds(let missing, let unexpected, "App/Login.swift:5") = error else { throw error }
        #expect(missing == [AnyKey(Key<String>.account)])
        #expect(unexpected == [AnyKey(Key<String>.token), AnyKey(Key<Thing>.a), AnyKey(Key<Thing>.b)])
        for part in ["App/Login.swift:5: ", "Missing: \"account\"", "Unexpected: \"b\"", "Fix: pass one `.seed("] {
            #expect(error.description.contains(part))
        }
    }

    @Test("what has ended returns no value and begins no scope; an ended scope affects no other scope")
    func ended() async throws {
        let container = try assembly.build()
        let ended = try container.beginScope(.seed(.token, "ada"))
        let other = try container.beginScope(.seed(.token, "bob"))
        _ = try ended.resolve(.b)
        try await ended.end()
        for key in [Key<Thing>.a, .b] {
            let line = #line + 1
            let error = #expect(throws: ResolutionError.self) { try ended.resolve(key) }
            #expect(error?.description.hasPrefix("\(#fileID):\(line): \(AnyKey(key)) was requested after") == true)
            #expect(error?.description.contains("\n  Fix: stop the code that uses") == true)
        }
        #expect(try other.resolve(.b).name == "bob with shared")
        #expect(try container.resolve(.a).name == "shared")
        try await container.shutdown()
        #expect(throws: ResolutionError.self) { try container.resolve(.a) }
        let error = #expect(throws: ResolutionError.self) { try container.beginScope(.seed(.token, "eve")) }
        #expect(error?.description.contains("a scope was requested after the shutdown") == true)
    }
}
