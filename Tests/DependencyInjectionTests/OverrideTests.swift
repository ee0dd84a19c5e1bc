import DependencyInjection
import Testing

@Suite("Overrides")
struct OverrideTests {
    private let assembly = Assembly {
        Singleton(.a, needs: .b) { Thing("a of \($0.name)") }
        Singleton(.b) { Thing("live") }
        Seed(.token)
    }

    @Test("an override replaces the registration with its key, in a copy")
    func override() throws {
        let changed = assembly.overriding { Singleton(.b) { Thing("stub") } }
        #expect(changed.graph.nodes.map(\.key) == assembly.graph.nodes.map(\.key))
        #expect(try changed.build().resolve(.a).name == "a of stub")
        #expect(try assembly.build().resolve(.a).name == "a of live")
    }

    @Test("an override can change the needs and the lifetime, and validation covers them")
    func otherLifetime() throws {
        let captive = assembly.overriding { Scoped(.b, needs: .token) { Thing($0) } }
        #expect(captive.validate() == [.captive(captive.graph.nodes[0], scoped: captive.graph.nodes[1])])

        let fixedToken = assembly.overriding { Singleton(.token) { "fixed" } }
        #expect(try fixedToken.build().resolve(.token) == "fixed")
    }

    @Test("an override of an unregistered key is a fault and does not satisfy a need")
    func unmatchedOverride() {
        let override = Assembly { Singleton(.c) { Thing() } }
        let lacking = Assembly { Singleton(.a, needs: .c) { $0 } }.overriding { override }
        let nodes = lacking.graph.nodes
        #expect(
            lacking.validate() == [
                .unmatchedOverride(override.graph.nodes[0], similar: nodes),
                .missing(AnyKey(Key<Thing>.c), neededBy: nodes, similar: nodes),
            ])
    }

    @Test("an unmatched override inside the overrides of another assembly is a fault too")
    func nestedUnmatchedOverride() {
        let override = Assembly { Singleton(.c) { Thing() } }
        let nested = assembly.overriding {
            Assembly { Singleton(.b) { Thing("stub") } }.overriding { override }
        }
        // Those of the same type are similar, not the token.
        let similar = Array(nested.graph.nodes.prefix(2))
        #expect(nested.validate() == [.unmatchedOverride(override.graph.nodes[0], similar: similar)])
    }

    @Test("two overrides of a key are a duplicate in one list; a later list replaces an earlier one")
    func overrideTwice() throws {
        let twice = assembly.overriding {
            Singleton(.b) { Thing("one") }
            Singleton(.b) { Thing("two") }
        }
        #expect(twice.validate() == [.duplicate([twice.graph.nodes[1], twice.graph.nodes[3]])])

        let later = assembly.overriding { Singleton(.b) { Thing("one") } }.overriding { Singleton(.b) { Thing("two") } }
        #expect(try later.build().resolve(.b).name == "two")
    }

    @Test("assemblies can contain assemblies, conditions and loops")
    func composition() throws {
        func feature(isVerbose: Bool) -> Assembly {
            Assembly {
                assembly
                if isVerbose { Singleton(.c) { Thing("verbose") } } else { Singleton(.c) { Thing("quiet") } }
                if isVerbose { Singleton(.d) { Thing("extra") } }
                for number in 0..<3 { Singleton(Key<Int>("n\(number)")) { number } }
            }
        }
        #expect(feature(isVerbose: true).graph.nodes.count == 8)
        let quiet = try feature(isVerbose: false).build()
        #expect(try quiet.resolve(.c).name == "quiet")
        #expect(try quiet.resolve(Key<Int>("n2")) == 2)
        #expect(throws: ResolutionError.self) { try quiet.resolve(.d) }
    }
}

/// Has the same name as a type of the standard library.
struct Duration: Sendable {}

@Suite("Keys")
struct KeyTests {
    @Test("the default name of a key is the name of its computed property")
    func nameByProperty() {
        #expect(Key<Thing>.a == Key<Thing>("a"))
        #expect(Key<Thing>.a != Key<Thing>.b)
    }

    @Test("types of the same name, a type and its optional, and a protocol and its implementation have different keys")
    func differentTypes() {
        #expect(AnyKey(Key<Duration>("pause")) != AnyKey(Key<Swift.Duration>("pause")))
        #expect(AnyKey(Key<Duration>("pause")).description == #""pause" (DependencyInjectionTests.Duration)"#)
        #expect(AnyKey(Key<Swift.Duration>("pause")).typeName == "Swift.Duration")
        #expect(AnyKey(Key<Int>("n")) != AnyKey(Key<Int?>("n")))
        #expect(AnyKey(Key<any Greeting>("n")) != AnyKey(Key<Hello>("n")))
    }
}
