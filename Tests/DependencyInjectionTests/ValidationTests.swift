import DependencyInjection
import Testing

@Suite("Validation")
struct ValidationTests {
    /// An assembly, its faults, made from its nodes, and parts of their texts.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let faults: @Sendable ([Graph.Node]) -> [Fault]
        let texts: [String]
        let assembly: Assembly

        init(
            _ name: String, _ faults: @escaping @Sendable ([Graph.Node]) -> [Fault], _ texts: String...,
            @AssemblyBuilder of assembly: () -> Assembly
        ) {
            testDescription = name
            self.faults = faults
            self.texts = texts
            self.assembly = Assembly(assembly)
        }
    }

    private static let unmatched = Assembly { Singleton(.c) { Thing() } }

    private static let rows: [Row] = [
        Row("an assembly without registrations is valid", { _ in [] }) {},
        Row("values may need what lives as long, a key twice, and the same value by two paths", { _ in [] }) {
            Singleton(.a, needs: .b, .c) { first, _ in first }
            Singleton(.b, needs: .c, .c) { first, _ in first }
            Singleton(.c) { Thing() }
            Seed(.token)
            Scoped(.d, needs: .token, .a) { token, _ in Thing(token) }
            Scoped(.e, needs: .d) { $0 }
        },
        Row(
            "each missing key is reported once, with all registrations that need it and those of its type or name",
            { nodes in
                [
                    .missing(AnyKey(Key<Thing>.b), neededBy: [nodes[0], nodes[1]], similar: [nodes[0], nodes[1]]),
                    .missing(AnyKey(Key<String>.token), neededBy: [nodes[0]], similar: [nodes[2], nodes[3]]),
                ]
            },
            "\"a\" (DependencyInjectionTests.Thing) needs \"token\" (Swift.String), which is not registered",
            "registers \"token\" (Swift.Int)", "Fix: register \"token\""
        ) {
            Singleton(.a, needs: .b, .token) { first, _ in first }
            Singleton(.c, needs: .b) { $0 }
            Singleton(Key<Int>("token")) { 1 }
            Singleton(.account) { "ada" }
            Singleton(Key<Int>("port")) { 80 }
        },
        Row(
            "a cycle of three is reported as a path, without the values outside of it",
            { [.cycle([$0[1], $0[3], $0[2]])] },
            "\"c\" (DependencyInjectionTests.Thing) needs \"a\"", "Fix: remove one of these dependencies"
        ) {
            Singleton(.d, needs: .a) { $0 }
            Singleton(.b, needs: .c) { $0 }
            Singleton(.a, needs: .b, .e) { first, _ in first }
            Singleton(.c, needs: .a) { $0 }
            Singleton(.e) { Thing() }
        },
        Row("a value that needs itself is a cycle", { [.cycle($0)] }, "\"token\" (Swift.String) needs \"token\"") {
            Singleton(.token, needs: .token) { $0 }
        },
        Row(
            "cycles that share registrations are reported as one shortest cycle",
            { [.cycle([$0[0], $0[1]]), .cycle([$0[3], $0[4]])] }
        ) {
            Singleton(.a, needs: .c, .b) { first, _ in first }
            Singleton(.b, needs: .a, .c) { first, _ in first }
            Singleton(.c, needs: .b, .d) { first, _ in first }
            Singleton(.d, needs: .e) { $0 }
            Singleton(.e, needs: .d) { $0 }
        },
        Row(
            "a cycle of 2,000 registrations beside a chain of 2,000 is reported without a stack overflow",
            { [.cycle(Array($0.prefix(2_000)))] }
        ) {
            for number in 0..<2_000 {
                Singleton(Key<Int>("n\(number)"), needs: Key<Int>("n\((number + 1) % 2_000)")) { $0 }
            }
            Singleton(Key<Int>("c0")) { 0 }
            for number in 1..<2_000 { Singleton(Key<Int>("c\(number)"), needs: Key<Int>("c\(number - 1)")) { $0 } }
        },
        Row(
            "each scoped value or seed that a singleton needs directly is a captive dependency",
            { [.captive($0[2], scoped: $0[0]), .captive($0[2], scoped: $0[1])] },
            "the singleton \"a\"", "which ends with its scope", "is a seed value", "Fix: register \"a\""
        ) {
            Seed(.token)
            Scoped(.b, needs: .token) { Thing($0) }
            Singleton(.a, needs: .b, .token) { first, _ in first }
            Singleton(.c, needs: .a) { $0 }
        },
        Row(
            "an unmatched override is a fault, also inside other overrides, and does not satisfy a need",
            { nodes in
                [
                    .unmatchedOverride(unmatched.graph.nodes[0], similar: nodes),
                    .missing(AnyKey(Key<Thing>.c), neededBy: [nodes[0]], similar: nodes),
                ]
            },
            "\"c\" (DependencyInjectionTests.Thing) is overridden but not registered", "Fix: override a registered key"
        ) {
            Assembly {
                Singleton(.a, needs: .c) { $0 }
                Singleton(.b) { Thing() }
            }.overriding {
                Assembly { Singleton(.b) { Thing("stub") } }.overriding { unmatched }
            }
        },
        Row(
            "an override can change the needs and the lifetime, and validation covers them",
            { [.captive($0[0], scoped: $0[1])] }
        ) {
            Assembly {
                Singleton(.a, needs: .b) { $0 }
                Singleton(.b) { Thing() }
                Seed(.token)
            }.overriding { Scoped(.b, needs: .token) { Thing($0) } }
        },
        Row(
            "two overrides of a key in one list are a duplicate", { [.duplicate($0)] },
            "is registered 2 times", "Fix: keep one"
        ) {
            Assembly { Singleton(.b) { Thing() } }.overriding {
                Singleton(.b) { Thing("one") }
                Singleton(.b) { Thing("two") }
            }
        },
    ]

    @Test("an assembly has exactly its faults, whose texts name places, cause and fix", arguments: rows)
    func faults(row: Row) {
        let faults = row.faults(row.assembly.graph.nodes)
        #expect(row.assembly.validate() == faults)
        #expect((try? row.assembly.build().graph) == (faults.isEmpty ? row.assembly.graph : nil))
        let texts = faults.map(\.description)
        for (fault, text) in zip(faults, texts) {
            #expect(text.hasPrefix("\(#fileID):") && text.contains("\n  Fix: "))
            for place in Set(fault.nodes.map(\.location)) { #expect(text.contains("\(place): ")) }
        }
        for part in row.texts { #expect(texts.joined().contains(part), "\(part)") }
    }

    @Test("one report contains all kinds of faults, and no factory runs")
    func allAtOnce() throws {
        let runs = Journal()
        let make: @Sendable (Thing) -> Thing = { thing in
            runs.note("run")
            return thing
        }
        let assembly = Assembly {
            Singleton(.a, needs: .b) { make($0) }
            Singleton(.b, needs: .a) { make($0) }
            Singleton(.c, needs: .token) { make(Thing($0)) }
            Singleton(.d, needs: .e) { make($0) }
            for _ in 1...2 { Scoped(.e) { make(Thing()) } }
        }.overriding { Singleton(.account) { "account" } }
        let error = try #require(throws: InvalidAssembly.self) { try assembly.build() }
        let kinds = ["registered 2 times", "overridden but", "not registered", "cycle", "ends with its scope"]
        #expect(error.faults.count == kinds.count)
        for (fault, kind) in zip(error.faults, kinds) {
            #expect(fault.description.contains(kind) && error.description.contains(fault.description))
        }
        #expect(runs.entries.isEmpty)
    }

    @Test("a chart shows lifetimes as shapes, needs as arrows and faults in red, and escapes names and types")
    func chart() {
        let chart = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b, needs: .a, .c) { first, _ in first }
            Singleton(.c, needs: .account) { Thing($0) }
            Singleton(.d, needs: .e) { $0 }
            Scoped(.e) { Thing() }
            Seed(.token)
            Scoped(Key<[Int]>("<\"#1;\">")) { [] }
        }.graph.mermaid
        for line in [
            "n0[\"a<br/>DependencyInjectionTests.Thing<br/>singleton\"]:::fault", "<br/>singleton\"]:::singleton",
            "n4([\"e<br/>DependencyInjectionTests.Thing<br/>scoped\"]):::fault",
            "n5[/\"token<br/>Swift.String<br/>seed\"/]:::seed",
            "n6([\"#60;#34;#35;1;#34;#62;<br/>Swift.Array#60;Swift.Int#62;<br/>scoped\"]):::scoped",
            "n7((\"account<br/>Swift.String<br/>not registered\")):::fault",
            "n1 --> n0", "n1 --> n2", "n2 --> n7", "n3 --> n4", "classDef fault",
        ] {
            #expect(chart.contains(line), "\(line)")
        }
    }
}

extension Fault {
    /// The registrations whose locations its text names.
    fileprivate var nodes: [Graph.Node] {
        switch self {
        case .duplicate(let nodes), .cycle(let nodes), .missing(_, let nodes, _): nodes
        case .unmatchedOverride(let node, _): [node]
        case .captive(let singleton, let scoped): [singleton, scoped]
        }
    }
}
