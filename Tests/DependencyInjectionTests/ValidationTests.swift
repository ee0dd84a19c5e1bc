import DependencyInjection
import Testing

@Suite("Validation")
struct ValidationTests {
    @Test("a sound assembly has no fault and builds")
    func sound() throws {
        let assembly = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b) { Thing() }
            Seed(.token)
            Scoped(.c, needs: .token, .a) { token, _ in Thing(token) }
            Transient(.d, needs: .c) { $0 }
        }
        #expect(assembly.validate().isEmpty)
        #expect(try assembly.build().graph == assembly.graph)
    }

    @Test("an empty assembly builds")
    func empty() throws {
        #expect(try Assembly {}.build().graph.nodes.isEmpty)
    }

    @Test("every missing key is told at once, each with all who need it")
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

    @Test("a need under another name or of another type is shown as similar")
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

    @Test("two that need each other are a cycle of two")
    func cycleOfTwo() {
        let assembly = Assembly {
            Transient(.a, needs: .b) { $0 }
            Singleton(.b, needs: .a) { $0 }
        }
        #expect(assembly.validate() == [.cycle(assembly.graph.nodes)])
    }

    @Test("a cycle of three is told with its path, whatever the order of the lines and whoever else needs it")
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

    @Test("cycles that share registrations are all told, short ones first")
    func overlappingCycles() {
        // Every pair and both ways around.
        let assembly = Assembly {
            Singleton(.a, needs: .b, .c) { first, _ in first }
            Singleton(.b, needs: .a, .c) { first, _ in first }
            Singleton(.c, needs: .a, .b, .c) { first, _, _ in first }
        }
        let nodes = assembly.graph.nodes
        #expect(
            assembly.validate() == [
                .cycle([nodes[2]]),
                .cycle([nodes[0], nodes[1]]),
                .cycle([nodes[0], nodes[2]]),
                .cycle([nodes[1], nodes[2]]),
                .cycle([nodes[0], nodes[1], nodes[2]]),
                .cycle([nodes[0], nodes[2], nodes[1]]),
            ])
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

    @Test("needing one key twice is no fault")
    func sameNeedTwice() async throws {
        let container = try Assembly {
            Singleton(.a, needs: .b, .b) { Thing($0.isSame($1) ? "same" : "different") }
            Singleton(.b) { Thing() }
        }.build()
        #expect(try await container.resolve(.a).name == "same")
    }

    @Test("where everything needs everything, the list of cycles is cut and says so")
    func tooManyCycles() {
        // A complete graph of 16 has about 3.5 million million cycles.
        let count = 16
        let assembly = Assembly {
            for number in 0..<count {
                Registration.singleton(number, needsAllOf: count)
            }
        }
        let faults = assembly.validate()
        #expect(faults.count == Fault.cycleLimit + 1)
        #expect(faults.last == .tooManyCycles(assembly.graph.nodes))
        #expect(Set(faults).count == faults.count)
    }

    @Test("a cycle through 5,000 registrations is found without running out of stack")
    func longCycle() {
        let count = 5_000
        let assembly = Assembly {
            for number in 0..<count {
                Singleton(Key<Int>("n\(number)"), needs: Key<Int>("n\((number + 1) % count)")) { $0 }
            }
        }
        #expect(assembly.validate() == [.cycle(assembly.graph.nodes)])
    }

    @Test("a singleton that needs a scoped value or a seed is told, each pair once")
    func captive() {
        let assembly = Assembly {
            Seed(.token)
            Scoped(.b, needs: .token) { Thing($0) }
            Singleton(.a, needs: .b, .token) { first, _ in first }
        }
        let nodes = assembly.graph.nodes
        #expect(assembly.validate() == [.captive([nodes[2], nodes[1]]), .captive([nodes[2], nodes[0]])])
    }

    @Test("a transient between a singleton and a scoped value does not hide the captive")
    func captiveThroughTransients() {
        let assembly = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Transient(.b, needs: .c) { $0 }
            Transient(.c, needs: .d) { $0 }
            Scoped(.d) { Thing() }
        }
        #expect(assembly.validate() == [.captive(assembly.graph.nodes)])
    }

    @Test("a singleton between two others takes the blame alone")
    func captiveOnce() {
        let assembly = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b, needs: .c) { $0 }
            Scoped(.c) { Thing() }
        }
        #expect(assembly.validate() == [.captive(Array(assembly.graph.nodes[1...]))])
    }

    @Test("a key registered twice is told with both places")
    func duplicate() {
        let assembly = Assembly {
            Singleton(.a) { Thing("first") }
            Singleton(.b) { Thing() }
            Transient(.a) { Thing("second") }
        }
        let nodes = assembly.graph.nodes
        #expect(assembly.validate() == [.duplicate([nodes[0], nodes[2]])])
    }

    @Test("faults of every kind are told at once, and no factory has run")
    func allAtOnce() throws {
        let runs = Counter()
        let factory: @Sendable (Thing) -> Thing = { thing in
            runs.increment()
            return thing
        }
        let assembly = Assembly {
            Singleton(.a, needs: .b) { factory($0) }
            Singleton(.b, needs: .a) { factory($0) }
            Singleton(.c, needs: Key<Thing>("nowhere")) { factory($0) }
            Singleton(.d, needs: .e) { factory($0) }
            Scoped(.e) { factory(Thing()) }
            Scoped(.e) { factory(Thing()) }
        }.overriding {
            Singleton(.token) { "token" }
        }
        let error = try #require(throws: InvalidAssembly.self) { try assembly.build() }
        let nodes = assembly.graph.nodes
        #expect(
            error.faults == [
                .duplicate([nodes[4], nodes[5]]),
                .overrideOfNothing(nodes[6], similar: []),
                .missing(AnyKey(Key<Thing>("nowhere")), neededBy: [nodes[2]], similar: Array(nodes[0..<6])),
                .cycle([nodes[0], nodes[1]]),
                .captive([nodes[3], nodes[4]]),
            ])
        #expect(error.description.hasPrefix("The container cannot be built: the wiring has 5 faults."))
        #expect(runs.value == 0)
    }
}

extension Registration {
    /// A registration whose needs are not known before the test runs.
    fileprivate static func singleton(_ number: Int, needsAllOf count: Int) -> Registration {
        func key(_ number: Int) -> Key<Int> { Key("n\(number % count)") }
        return Singleton(
            key(number),
            needs: key(number + 1), key(number + 2), key(number + 3), key(number + 4), key(number + 5), key(number + 6),
            key(number + 7), key(number + 8), key(number + 9), key(number + 10), key(number + 11), key(number + 12),
            key(number + 13), key(number + 14), key(number + 15)
        ) { first, _, _, _, _, _, _, _, _, _, _, _, _, _, _ in first }.registrations[0]
    }
}
