import DependencyInjection
import Testing

@Suite("Creation")
struct CreationTests {
    @Test("a singleton is created on first use, after its needs, and only once")
    func singleton() throws {
        let journal = Journal()
        let make: @Sendable (String) -> Thing = { name in
            journal.note(name)
            return Thing(name)
        }
        let container = try Assembly {
            Singleton(.a, needs: .b, .c) { first, second in make("a of \(first.name), \(second.name)") }
            Singleton(.b, needs: .c) { _ in make("b") }
            Singleton(.c) { make("c") }
            Singleton(.d) { make("d") }
        }.build()
        #expect(journal.entries.isEmpty)
        let first = try container.resolve(.a)
        #expect(try container.resolve(.a) === first)
        #expect(journal.entries == ["c", "b", "a of b, c"])
    }

    @Test("a container releases its values")
    func release() async throws {
        weak var thing: Thing?
        do {
            let container = try Assembly {
                Singleton(.a) { Thing() }
                Seed(.b)
            }.build()
            thing = try container.resolve(.a)
            let scope = try container.beginScope(.seed(.b, Thing()))
            try await scope.end()
            #expect(thing != nil)
        }
        #expect(thing == nil)
    }

    @Test("concurrent callers get one value, which is created once; a failed creation is tried again")
    func once() async throws {
        for _ in 0..<100 {
            let runs = Journal()
            let container = try Assembly {
                Singleton(.a, needs: .b) { $0 }
                Singleton(.b) {
                    guard runs.note("run") > 1 else { throw SampleError() }
                    return Thing()
                }
            }.build()
            let values = await withTaskGroup(of: Thing?.self) { group in
                for number in 0..<8 {
                    let key: Key<Thing> = number.isMultiple(of: 2) ? .a : .b
                    group.addTask { try? container.resolve(key) }
                }
                return await group.reduce(into: [Thing?]()) { $0.append($1) }.compactMap { $0 }
            }
            #expect(values.count == 7 && values.allSatisfy { $0 === values.first })
            #expect(runs.entries.count == 2)
        }
    }

    @Test("a failure names the factory that threw, its error and the registrations that needed its value")
    func failure() throws {
        let assembly = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b, needs: .c) { $0 }
            Singleton(.c) { throw SampleError(name: "broken") }
        }
        let nodes = assembly.graph.nodes
        let error = try #require(throws: ResolutionError.self) { try assembly.build().resolve(.a) }
        guard case .creationFailed(nodes[2], let dependents, let underlying) = error else { throw error }
        #expect(dependents == [nodes[1], nodes[0]])
        #expect(underlying as? SampleError == SampleError(name: "broken"))
        let lines = error.description.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("\(nodes[2].location): \"c\"") && lines[0].contains("broken"))
        #expect(lines.last?.hasSuffix("needed by \(nodes[0].key) at \(nodes[0].location)") == true)
    }

    @Test("an error names the location of the call or of the registration, its cause and the fix")
    func unknown() throws {
        let assembly = Assembly {
            Scoped(.a) { Thing() }
            Seed(.b)
            for number in 1...4 { Singleton(Key<String>("token\(number)")) { "token" } }
        }
        let container = try assembly.build()
        let line = #line + 1
        let unknown = try #require(throws: ResolutionError.self) { try container.resolve(.token) }.description
        #expect(unknown.hasPrefix("\(#fileID):\(line): \"token\" (Swift.String) is not registered."))
        #expect(unknown.contains("registers \"token3\"") && !unknown.contains("token4"), "at most 3 are similar")
        #expect(unknown.contains("\n  Fix: register the key"))
        for (node, key) in zip(assembly.graph.nodes, [Key<Thing>.a, .b]) {
            let scoped = try #require(throws: ResolutionError.self) { try container.resolve(key) }.description
            #expect(scoped.hasPrefix("\(node.location): \(node.key) is a \(node.lifetime) value"))
            #expect(scoped.contains("\n  Fix: call `resolve` on the scope"))
        }
    }
}

@Suite("Assemblies")
struct AssemblyTests {
    private let assembly = Assembly {
        Singleton(.a, needs: .b) { Thing("a of \($0.name)") }
        Singleton(.b) { Thing("live") }
        Seed(.token)
    }

    @Test("an override replaces the registration with its key, in a copy and at its place; the last one wins")
    func override() throws {
        let changed = assembly.overriding {
            Singleton(.b) { Thing("stub") }
            Singleton(.token) { "fixed" }
        }
        #expect(changed.graph.nodes.map(\.key) == assembly.graph.nodes.map(\.key))
        #expect(try changed.build().resolve(.a).name == "a of stub")
        #expect(try changed.build().resolve(.token) == "fixed")
        let last = changed.overriding { Singleton(.b) { Thing("last") } }
        #expect(try last.build().resolve(.b).name == "last")
        #expect(try assembly.build().resolve(.a).name == "a of live")
    }

    @Test("an assembly can contain assemblies, conditions and loops", arguments: [true, false])
    func composition(isVerbose: Bool) throws {
        let nested = Assembly {
            assembly
            if isVerbose { Singleton(.c) { Thing("verbose") } } else { Singleton(.c) { Thing("quiet") } }
            if isVerbose { Singleton(.d) { Thing("extra") } }
            for number in 0..<3 { Singleton(Key<Int>("n\(number)")) { number } }
        }
        let names = ["a", "b", "token", "c"] + (isVerbose ? ["d"] : []) + ["n0", "n1", "n2"]
        #expect(nested.graph.nodes.map(\.key.name) == names)
        #expect(try nested.build().resolve(.c).name == (isVerbose ? "verbose" : "quiet"))
    }

    /// Has the same name as a type of the standard library.
    private struct Duration: Sendable {}

    @Test("keys differ by name and by type, and the default name is that of the computed property")
    func keys() {
        #expect(Key<Thing>.a == Key<Thing>("a"))
        #expect(Key<Thing>.a != Key<Thing>.b)
        #expect(AnyKey(Key<Duration>("pause")) != AnyKey(Key<Swift.Duration>("pause")))
        #expect(AnyKey(Key<Swift.Duration>("pause")).description == "\"pause\" (Swift.Duration)")
        #expect(AnyKey(Key<Int>("n")) != AnyKey(Key<Int?>("n")))
        #expect(AnyKey(Key<any CustomStringConvertible & Sendable>("n")) != AnyKey(Key<Int>("n")))
    }
}
