import DependencyInjection
import Testing

@Suite("Validation")
struct ValidationTests {
    /// An assembly and its faults, made from its nodes.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let assembly: Assembly
        let faults: @Sendable ([Graph.Node]) -> [Fault]

        init(
            _ name: String, @AssemblyBuilder _ assembly: () -> Assembly,
            faults: @escaping @Sendable ([Graph.Node]) -> [Fault]
        ) {
            testDescription = name
            self.assembly = Assembly(assembly)
            self.faults = faults
        }
    }

    private static let rows: [Row] = [
        Row("an assembly without registrations is valid") {
        } faults: { _ in
            []
        },
        Row("singletons, scoped values and seeds that need only what lives as long are valid") {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b) { Thing() }
            Seed(.token)
            Scoped(.c, needs: .token, .a) { token, _ in Thing(token) }
            Scoped(.d, needs: .c) { $0 }
        } faults: { _ in
            []
        },
        Row("a diamond is no cycle, and a value may need a key twice") {
            Singleton(.a, needs: .b, .c) { first, _ in first }
            Singleton(.b, needs: .d, .d) { first, _ in first }
            Singleton(.c, needs: .d) { $0 }
            Singleton(.d) { Thing() }
        } faults: { _ in
            []
        },
        Row("each missing key is reported with all registrations that need it") {
            Singleton(.a, needs: .b, .token) { first, _ in first }
            Singleton(.c, needs: .b, .account) { first, _ in first }
        } faults: { nodes in
            [
                .missing(AnyKey(Key<Thing>.b), neededBy: nodes, similar: nodes),
                .missing(AnyKey(Key<String>.token), neededBy: [nodes[0]], similar: []),
                .missing(AnyKey(Key<String>.account), neededBy: [nodes[1]], similar: []),
            ]
        },
        Row("a missing key is reported with keys of the same type or name") {
            Singleton(Key<Int>("port")) { 80 }
            Singleton(Key<String>("port")) { "80" }
            Singleton(Key<Int>("limit"), needs: Key<Int>("prot"), Key<UInt16>("port")) { port, _ in port }
        } faults: { nodes in
            [
                .missing(AnyKey(Key<Int>("prot")), neededBy: [nodes[2]], similar: [nodes[0], nodes[2]]),
                .missing(AnyKey(Key<UInt16>("port")), neededBy: [nodes[2]], similar: [nodes[0], nodes[1]]),
            ]
        },
        Row("a cycle of three is reported as a path, without the values outside of it") {
            Singleton(.d, needs: .a) { $0 }
            Singleton(.b, needs: .c) { $0 }
            Singleton(.a, needs: .b, .e) { first, _ in first }
            Singleton(.c, needs: .a) { $0 }
            Singleton(.e) { Thing() }
        } faults: { nodes in
            [.cycle([nodes[1], nodes[3], nodes[2]])]
        },
        Row("cycles that share registrations are reported as one shortest cycle") {
            Singleton(.a, needs: .b, .c) { first, _ in first }
            Singleton(.b, needs: .a, .c) { first, _ in first }
            Singleton(.c, needs: .a, .b, .d) { first, _, _ in first }
            Singleton(.d, needs: .e) { $0 }
            Singleton(.e, needs: .d) { $0 }
        } faults: { nodes in
            [.cycle([nodes[0], nodes[1]]), .cycle([nodes[3], nodes[4]])]
        },
        Row("a cycle of 5,000 registrations is reported without a stack overflow") {
            for number in 0..<5_000 {
                Singleton(Key<Int>("n\(number)"), needs: Key<Int>("n\((number + 1) % 5_000)")) { $0 }
            }
        } faults: { nodes in
            [.cycle(nodes)]
        },
        Row("each scoped value or seed that a singleton needs directly is a captive dependency") {
            Seed(.token)
            Scoped(.b, needs: .token) { Thing($0) }
            Singleton(.a, needs: .b, .token) { first, _ in first }
            Singleton(.c, needs: .a) { $0 }
        } faults: { nodes in
            [.captive(nodes[2], scoped: nodes[0]), .captive(nodes[2], scoped: nodes[1])]
        },
    ]

    @Test("an assembly has exactly its faults, and builds without any", arguments: rows)
    func faults(row: Row) {
        let faults = row.faults(row.assembly.graph.nodes)
        #expect(row.assembly.validate() == faults)
        #expect((try? row.assembly.build().graph) == (faults.isEmpty ? row.assembly.graph : nil))
    }

    @Test("one report contains all kinds of faults, and no factory runs")
    func allAtOnce() throws {
        let runs = Counter()
        let factory: @Sendable (Thing) -> Thing = { thing in
            runs.increment()
            return thing
        }
        let override = Assembly { Singleton(.token) { "token" } }
        let assembly = Assembly {
            Singleton(.a, needs: .b) { factory($0) }
            Singleton(.b, needs: .a) { factory($0) }
            Singleton(.c, needs: Key<Thing>("nowhere")) { factory($0) }
            Singleton(.d, needs: .e) { factory($0) }
            Scoped(.e) { factory(Thing()) }
            Scoped(.e) { factory(Thing()) }
        }.overriding { override }
        let error = try #require(throws: InvalidAssembly.self) { try assembly.build() }
        let nodes = assembly.graph.nodes
        #expect(
            error.faults == [
                .duplicate([nodes[4], nodes[5]]),
                .unmatchedOverride(override.graph.nodes[0], similar: []),
                .missing(AnyKey(Key<Thing>("nowhere")), neededBy: [nodes[2]], similar: nodes),
                .cycle([nodes[0], nodes[1]]),
                .captive(nodes[3], scoped: nodes[4]),
            ])
        #expect(error.description.hasPrefix("The container cannot be built: its assembly has 5 faults."))
        #expect(runs.value == 0)
    }
}
