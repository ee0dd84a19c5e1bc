import DependencyInjection
import Testing

@Suite("Validation")
struct ValidationTests {
    @Test("a valid assembly has no faults and builds")
    func valid() throws {
        let assembly = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b) { Thing() }
            Seed(.token)
            Scoped(.c, needs: .token, .a) { token, _ in Thing(token) }
            Scoped(.d, needs: .c) { $0 }
        }
        #expect(assembly.validate().isEmpty)
        #expect(try assembly.build().graph == assembly.graph)
    }

    @Test("an empty assembly builds")
    func empty() throws {
        #expect(try Assembly {}.build().graph.nodes.isEmpty)
    }

    @Test("each missing key is reported with all registrations that need it")
    func missing() throws {
        let assembly = Assembly {
            Singleton(.a, needs: .b, .token) { first, _ in first }
            Singleton(.c, needs: .b, .account) { first, _ in first }
        }
        let nodes = assembly.graph.nodes
        #expect(
            assembly.validate() == [
                .missing(AnyKey(Key<Thing>.b), neededBy: nodes, similar: nodes),
                .missing(AnyKey(Key<String>.token), neededBy: [nodes[0]], similar: []),
                .missing(AnyKey(Key<String>.account), neededBy: [nodes[1]], similar: []),
            ])
    }

    @Test("a missing key is reported with keys of the same type or name")
    func similar() throws {
        let assembly = Assembly {
            Singleton(Key<Int>("port")) { 80 }
            Singleton(Key<String>("port")) { "80" }
            Singleton(Key<Int>("limit"), needs: Key<Int>("prot"), Key<UInt16>("port")) { port, _ in port }
        }
        let nodes = assembly.graph.nodes
        #expect(
            assembly.validate() == [
                .missing(AnyKey(Key<Int>("prot")), neededBy: [nodes[2]], similar: [nodes[0], nodes[2]]),
                .missing(AnyKey(Key<UInt16>("port")), neededBy: [nodes[2]], similar: [nodes[0], nodes[1]]),
            ])
    }

    @Test("a value that needs itself is a cycle of one")
    func cycleOfOne() {
        let assembly = Assembly { Singleton(.a, needs: .a) { $0 } }
        #expect(assembly.validate() == [.cycle(assembly.graph.nodes)])
    }

    @Test("two values that need each other are a cycle of two")
    func cycleOfTwo() {
        let assembly = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b, needs: .a) { $0 }
        }
        #expect(assembly.validate() == [.cycle(assembly.graph.nodes)])
    }

    @Test("a cycle of three is reported as a path, without the values outside of it")
    func cycleOfThree() {
        let assembly = Assembly {
            Singleton(.d, needs: .a) { $0 }
            Singleton(.b, needs: .c) { $0 }
            Singleton(.a, needs: .b, .e) { first, _ in first }
            Singleton(.c, needs: .a) { $0 }
            Singleton(.e) { Thing() }
        }
        let nodes = assembly.graph.nodes
        #expect(assembly.validate() == [.cycle([nodes[1], nodes[3], nodes[2]])])
    }

    @Test("cycles that share registrations are reported as one shortest cycle")
    func overlappingCycles() {
        let assembly = Assembly {
            Singleton(.a, needs: .b, .c) { first, _ in first }
            Singleton(.b, needs: .a, .c) { first, _ in first }
            Singleton(.c, needs: .a, .b, .d) { first, _, _ in first }
            Singleton(.d, needs: .e) { $0 }
            Singleton(.e, needs: .d) { $0 }
        }
        let nodes = assembly.graph.nodes
        #expect(assembly.validate() == [.cycle([nodes[0], nodes[1]]), .cycle([nodes[3], nodes[4]])])
    }

    @Test("a diamond is not a cycle")
    func diamond() {
        let assembly = Assembly {
            Singleton(.a, needs: .b, .c) { first, _ in first }
            Singleton(.b, needs: .d) { $0 }
            Singleton(.c, needs: .d) { $0 }
            Singleton(.d) { Thing() }
        }
        #expect(assembly.validate().isEmpty)
    }

    @Test("a value can need the same key twice")
    func sameNeedTwice() async throws {
        let container = try Assembly {
            Singleton(.a, needs: .b, .b) { Thing($0.isSame($1) ? "same" : "different") }
            Singleton(.b) { Thing() }
        }.build()
        #expect(try await container.resolve(.a).name == "same")
    }

    @Test("a cycle of 5,000 registrations is reported without a stack overflow")
    func longCycle() {
        let count = 5_000
        let assembly = Assembly {
            for number in 0..<count {
                Singleton(Key<Int>("n\(number)"), needs: Key<Int>("n\((number + 1) % count)")) { $0 }
            }
        }
        #expect(assembly.validate() == [.cycle(assembly.graph.nodes)])
    }

    @Test("each scoped value or seed that a singleton needs is a captive dependency")
    func captive() {
        let assembly = Assembly {
            Seed(.token)
            Scoped(.b, needs: .token) { Thing($0) }
            Singleton(.a, needs: .b, .token) { first, _ in first }
        }
        let nodes = assembly.graph.nodes
        #expect(assembly.validate() == [.captive(nodes[2], scoped: nodes[0]), .captive(nodes[2], scoped: nodes[1])])
    }

    @Test("a captive dependency is reported for the singleton that needs it directly")
    func directCaptive() {
        let assembly = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b, needs: .c) { $0 }
            Scoped(.c) { Thing() }
        }
        let nodes = assembly.graph.nodes
        #expect(assembly.validate() == [.captive(nodes[1], scoped: nodes[2])])
    }

    @Test("a key with two registrations is a duplicate")
    func duplicate() {
        let assembly = Assembly {
            Singleton(.a) { Thing("first") }
            Singleton(.b) { Thing() }
            Scoped(.a) { Thing("second") }
        }
        let nodes = assembly.graph.nodes
        #expect(assembly.validate() == [.duplicate([nodes[0], nodes[2]])])
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
