import DependencyInjection
import Testing

/// The registrations have made-up source locations, so that the tests compare whole texts.
@Suite("Fault descriptions")
struct FaultTextTests {
    private static let file = "App/Wiring.swift"

    private static let faults: [(Assembly, text: String)] = [
        // A missing dependency names its dependents, similar keys and the fix.
        (
            Assembly {
                Singleton(.a, needs: .token, fileID: file, line: 4) { Thing($0) }
                Scoped(.b, needs: .token, fileID: file, line: 9) { Thing($0) }
                Seed(.account, fileID: file, line: 12)
            },
            """
            App/Wiring.swift:4: "a" (DependencyInjectionTests.Thing) needs "token" (Swift.String), which is not \
            registered.
            App/Wiring.swift:9: "b" (DependencyInjectionTests.Thing) needs "token" (Swift.String), which is not \
            registered.
              Similar: App/Wiring.swift:12 registers "account" (Swift.String).
              Fix: register "token" (Swift.String) with `Singleton`, `Scoped` or `Seed`, or remove it from `needs:`.
            """
        ),
        // A cycle names each dependency with its location.
        (
            Assembly {
                Singleton(.a, needs: .b, fileID: file, line: 1) { $0 }
                Singleton(.b, needs: .c, fileID: file, line: 2) { $0 }
                Singleton(.c, needs: .a, fileID: file, line: 3) { $0 }
            },
            """
            App/Wiring.swift:1: "a" (DependencyInjectionTests.Thing) needs itself through 2 other values.
              App/Wiring.swift:1: "a" (DependencyInjectionTests.Thing) needs "b" (DependencyInjectionTests.Thing)
              App/Wiring.swift:2: "b" (DependencyInjectionTests.Thing) needs "c" (DependencyInjectionTests.Thing)
              App/Wiring.swift:3: "c" (DependencyInjectionTests.Thing) needs "a" (DependencyInjectionTests.Thing)
              Fix: remove one of these dependencies. Move what both values use into a third value, or pass one \
            value to the other after both are created.
            """
        ),
        // A value that needs itself has a description of its own.
        (
            Assembly { Singleton(.token, needs: .token, fileID: file, line: 7) { $0 } },
            """
            App/Wiring.swift:7: "token" (Swift.String) needs itself.
              Fix: remove it from its own `needs:`, or use the key of the value that you meant.
            """
        ),
        // A captive dependency names the singleton and the scoped value.
        (
            Assembly {
                Singleton(.a, needs: .token, fileID: file, line: 3) { Thing($0) }
                Seed(.token, fileID: file, line: 8)
            },
            """
            App/Wiring.swift:3: the singleton "a" (DependencyInjectionTests.Thing) needs "token" (Swift.String), \
            which ends with its scope.
              App/Wiring.swift:8: "token" (Swift.String) is a seed.
              Fix: register "a" (DependencyInjectionTests.Thing) as `Scoped`, or pass "token" (Swift.String) as \
            an argument to the calls that use it.
            """
        ),
        // A duplicate names all locations.
        (
            Assembly {
                Singleton(.token, fileID: file, line: 3) { "one" }
                Scoped(.token, fileID: file, line: 9) { "two" }
            },
            """
            App/Wiring.swift:9: "token" (Swift.String) is registered 2 times.
              App/Wiring.swift:3: singleton
              App/Wiring.swift:9: scoped
              Fix: keep one registration. Give a second value of the same type a key with another name. Replace a \
            registration in a test with `overriding { … }`.
            """
        ),
        // An override without a registration names similar keys.
        (
            Assembly { Singleton(.token, fileID: file, line: 3) { "token" } }
                .overriding { Singleton(.account, fileID: file, line: 20) { "account" } },
            """
            App/Wiring.swift:20: "account" (Swift.String) is overridden but not registered.
              Similar: App/Wiring.swift:3 registers "token" (Swift.String).
              Fix: override a registered key, or remove this override.
            """
        ),
    ]

    @Test("a fault's description names the locations, the cause and the fix", arguments: faults)
    func description(assembly: Assembly, text: String) {
        #expect(assembly.validate().map(\.description) == [text])
    }

    @Test("the default location of a registration is its file and line")
    func defaultLocation() {
        let line = #line + 1
        let assembly = Assembly { Singleton(.token) { "token" } }
        #expect(assembly.graph.nodes.map(\.location) == ["\(#fileID):\(line)"])
    }
}

@Suite("Resolution error descriptions")
struct ResolutionErrorTextTests {
    private let file = "App/Wiring.swift"

    private func container() throws -> Container {
        try Assembly {
            for number in 1...4 {
                Singleton(Key<String>("token\(number)"), fileID: file, line: number) { "token" }
            }
            Scoped(.a, fileID: file, line: 5) { Thing() }
            Seed(.b, fileID: file, line: 6)
        }.build()
    }

    @Test("an unregistered key shows the location of the call and at most 3 similar keys")
    func notRegistered() throws {
        let container = try container()
        let error = #expect(throws: ResolutionError.self) {
            try container.resolve(.token, fileID: "App/Main.swift", line: 40)
        }
        #expect(
            error?.description == """
                App/Main.swift:40: "token" (Swift.String) is not registered.
                  Similar: App/Wiring.swift:1 registers "token1" (Swift.String).
                  Similar: App/Wiring.swift:2 registers "token2" (Swift.String).
                  Similar: App/Wiring.swift:3 registers "token3" (Swift.String).
                  Similar: 1 more.
                  Fix: register the key in the assembly, or resolve a registered key.
                """)
        let line = #line + 1
        let here = #expect(throws: ResolutionError.self) { try container.resolve(.token) }
        #expect(here?.description.hasPrefix("\(#fileID):\(line): ") == true)
    }

    @Test("a scoped value outside of a scope shows its registration")
    func outsideScope() throws {
        let error = #expect(throws: ResolutionError.self) { try container().resolve(.a) }
        #expect(
            error?.description == """
                App/Wiring.swift:5: "a" (DependencyInjectionTests.Thing) is scoped, so only a scope can resolve it.
                  Fix: call `resolve` on the scope that `beginScope` returned.
                """)
        let seed = #expect(throws: ResolutionError.self) { try container().resolve(.b) }
        #expect(seed?.description.contains("is a seed, so only a scope") == true)
    }

    @Test("an error after a shutdown shows the key")
    func shutDown() async throws {
        let container = try container()
        try await container.shutdown()
        let error = #expect(throws: ResolutionError.self) { try container.resolve(Key<String>("token1")) }
        #expect(
            error?.description == """
                "token1" (Swift.String) was requested after the shutdown had begun.
                  Fix: stop the code that uses the container or scope before you shut it down.
                """)
    }
}

@Suite("Mermaid chart")
struct MermaidTests {
    @Test("shapes show lifetimes, arrows point to needs, and missing keys, cycles and captive dependencies are red")
    func chart() {
        let graph = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b, needs: .a, .c) { first, _ in first }
            Singleton(.c, needs: .account) { Thing($0) }
            Singleton(.d, needs: .e, .c) { first, _ in first }
            Scoped(.e) { Thing() }
            Seed(.token)
            Scoped(.greeting, needs: .c, .token) { _, _ in Hello() }
        }.graph
        #expect(
            graph.mermaid == """
                flowchart LR
                    n0["a<br/>DependencyInjectionTests.Thing<br/>singleton"]:::fault
                    n1["b<br/>DependencyInjectionTests.Thing<br/>singleton"]:::fault
                    n2["c<br/>DependencyInjectionTests.Thing<br/>singleton"]:::singleton
                    n3["d<br/>DependencyInjectionTests.Thing<br/>singleton"]:::fault
                    n4(["e<br/>DependencyInjectionTests.Thing<br/>scoped"]):::fault
                    n5[/"token<br/>Swift.String<br/>seed"/]:::seed
                    n6(["greeting<br/>DependencyInjectionTests.Greeting<br/>scoped"]):::scoped
                    m0(("account<br/>Swift.String<br/>not registered")):::fault
                    n0 --> n1
                    n1 --> n0
                    n1 --> n2
                    n2 --> m0
                    n3 --> n4
                    n3 --> n2
                    n6 --> n2
                    n6 --> n5
                    classDef singleton fill:#ddf4ff,stroke:#0969da,color:#1f2328
                    classDef scoped fill:#dafbe1,stroke:#1a7f37,color:#1f2328
                    classDef seed fill:#fff8c5,stroke:#9a6700,color:#1f2328
                    classDef fault fill:#ffebe9,stroke:#d1242f,color:#82071e,stroke-width:2px

                """)
    }

    @Test("special characters in names and types are escaped")
    func escaping() {
        let graph = Assembly { Singleton(Key<[String: Int]>("a \"b\" <c> #1;")) { [:] } }.graph
        #expect(
            graph.mermaid.contains(
                """
                n0["a #34;b#34; #60;c#62; #35;1;<br/>Swift.Dictionary#60;Swift.String, Swift.Int#62;<br/>singleton"]
                """))
    }
}
