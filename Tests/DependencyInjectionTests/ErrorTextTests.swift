import DependencyInjection
import Testing

/// The registrations have made-up source locations. Each text begins with one that an editor opens, and ends with a fix.
@Suite("Texts of faults and errors")
struct ErrorTextTests {
    private static let file = "App/Wiring.swift"

    private static let faults: [(Assembly, fragments: [String])] = [
        (
            Assembly {
                Singleton(.a, needs: .token, fileID: file, line: 4) { Thing($0) }
                Scoped(.b, needs: .token, fileID: file, line: 9) { Thing($0) }
                Seed(.account, fileID: file, line: 12)
            },
            [
                "swift:4: \"a\" (DependencyInjectionTests.Thing) needs \"token\" (Swift.String), which is not registered",
                "swift:9: \"b\"", "Similar: App/Wiring.swift:12 registers \"account\"", "Fix: register \"token\"",
            ]
        ),
        (
            Assembly {
                Singleton(.a, needs: .b, fileID: file, line: 1) { $0 }
                Singleton(.b, needs: .c, fileID: file, line: 2) { $0 }
                Singleton(.c, needs: .a, fileID: file, line: 3) { $0 }
            },
            [
                "swift:1: \"a\" (DependencyInjectionTests.Thing) needs itself through 2 other values",
                "swift:2: \"b\" (DependencyInjectionTests.Thing) needs \"c\"",
                "swift:3: \"c\" (DependencyInjectionTests.Thing) needs \"a\"", "Fix: remove one of these dependencies",
            ]
        ),
        (
            Assembly { Singleton(.token, needs: .token, fileID: file, line: 7) { $0 } },
            ["swift:7: \"token\" (Swift.String) needs itself.", "Fix: remove it from its own `needs:`"]
        ),
        (
            Assembly {
                Singleton(.a, needs: .token, fileID: file, line: 3) { Thing($0) }
                Seed(.token, fileID: file, line: 8)
            },
            ["swift:3: the singleton \"a\"", "ends with its scope", "swift:8: \"token\"", "Fix: register \"a\""]
        ),
        (
            Assembly {
                Singleton(.token, fileID: file, line: 3) { "one" }
                Scoped(.token, fileID: file, line: 9) { "two" }
            },
            [
                "swift:9: \"token\" (Swift.String) is registered 2 times", "swift:3: singleton", "swift:9: scoped",
                "Fix: keep one",
            ]
        ),
        (
            Assembly { Singleton(.token, fileID: file, line: 3) { "token" } }
                .overriding { Singleton(.account, fileID: file, line: 20) { "account" } },
            ["swift:20: \"account\" (Swift.String) is overridden but not registered", "Fix: override a registered key"]
        ),
    ]

    @Test("a fault names its locations, its cause and the fix", arguments: faults)
    func fault(assembly: Assembly, fragments: [String]) {
        let texts = assembly.validate().map(\.description)
        #expect(texts.count == 1 && texts.allSatisfy { $0.hasPrefix(Self.file) })
        for fragment in fragments { #expect(texts.joined().contains(fragment), "\(fragment)") }
    }

    @Test("the default location of a registration is its file and line")
    func defaultLocation() {
        let line = #line + 1
        let assembly = Assembly { Singleton(.token) { "token" } }
        #expect(assembly.graph.nodes.map(\.location) == ["\(#fileID):\(line)"])
    }

    @Test("an error names the location of the call or of the registration, its cause and the fix")
    func error() async throws {
        let container = try Assembly {
            for number in 1...4 {
                Singleton(Key<String>("token\(number)"), fileID: Self.file, line: number) { "token" }
            }
            Scoped(.a, fileID: Self.file, line: 5) { Thing() }
            Seed(.b, fileID: Self.file, line: 6)
        }.build()
        let line = #line + 1
        let unknown = #expect(throws: ResolutionError.self) { try container.resolve(.token) }?.description ?? ""
        #expect(unknown.hasPrefix("\(#fileID):\(line): \"token\" (Swift.String) is not registered."))
        #expect(unknown.contains("Similar: App/Wiring.swift:3") && unknown.contains("Similar: 1 more."), "at most 3")
        let scoped = #expect(throws: ResolutionError.self) { try container.resolve(.a) }
        #expect(scoped?.description.hasPrefix("App/Wiring.swift:5: \"a\"") == true)
        #expect(scoped?.description.contains("Fix: call `resolve` on the scope") == true)
        let seed = #expect(throws: ResolutionError.self) { try container.resolve(.b) }
        #expect(seed?.description.contains("is a seed, so only a scope") == true)
        try await container.shutdown()
        let late = #expect(throws: ResolutionError.self) { try container.resolve(Key<String>("token1")) }
        #expect(late?.description.hasPrefix("\"token1\" (Swift.String) was requested after the shutdown") == true)
    }
}

@Suite("Mermaid chart")
struct MermaidTests {
    @Test("shapes show lifetimes, arrows point to needs, and missing keys, cycles and captive dependencies are red")
    func chart() {
        let chart = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b, needs: .a, .c) { first, _ in first }
            Singleton(.c, needs: .account) { Thing($0) }
            Singleton(.d, needs: .e) { $0 }
            Scoped(.e) { Thing() }
            Seed(.token)
            Scoped(.greeting, needs: .c) { _ in Hello() }
        }.graph.mermaid
        for line in [
            "n0[\"a<br/>DependencyInjectionTests.Thing<br/>singleton\"]:::fault", "n2[\"c<br/>",
            "n4([\"e<br/>DependencyInjectionTests.Thing<br/>scoped\"]):::fault",
            "n5[/\"token<br/>Swift.String<br/>seed\"/]:::seed",
            "m0((\"account<br/>Swift.String<br/>not registered\")):::fault", "n1 --> n0", "n1 --> n2", "n2 --> m0",
            "n3 --> n4",
            "n6([\"greeting<br/>DependencyInjectionTests.Greeting<br/>scoped\"]):::scoped", "classDef singleton",
            "classDef scoped", "classDef seed", "classDef fault",
        ] {
            #expect(chart.contains(line), "\(line)")
        }
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
