import DependencyInjection
import Testing

@Suite("Creation")
struct CreationTests {
    @Test("a singleton is created on first use, after its needs, and only once")
    func singleton() async throws {
        let journal = Journal()
        let container = try Assembly {
            Singleton(.a, needs: .b, .c) { first, _ in
                journal.note("a")
                return Thing(first.name)
            }
            Singleton(.b, needs: .c) {
                journal.note("b")
                return $0
            }
            Singleton(.c) {
                journal.note("c")
                return Thing("made")
            }
            Singleton(.d) {
                journal.note("d")
                return Thing()
            }
        }.build()
        #expect(journal.entries.isEmpty)
        let first = try await container.resolve(.a)
        let second = try await container.resolve(.a)
        #expect(first === second)
        #expect(first.name == "made")
        #expect(journal.entries == ["c", "b", "a"])
    }

    @Test("a chain of 2,000 dependencies is created without a stack overflow")
    func longChain() async throws {
        let container = try Assembly {
            Singleton(Key<Int>("n0")) { 0 }
            for number in 1...2_000 {
                Singleton(Key<Int>("n\(number)"), needs: Key<Int>("n\(number - 1)")) { $0 + 1 }
            }
        }.build()
        #expect(try await container.resolve(Key<Int>("n2000")) == 2_000)
    }

    @Test("a container releases its values")
    func release() async throws {
        weak var thing: Thing?
        do {
            let container = try Assembly {
                Singleton(.a) { Thing() }
                Seed(.b)
            }.build()
            thing = try await container.resolve(.a)
            let scope = try container.beginScope(.seed(.b, Thing()))
            try await scope.end()
            #expect(thing != nil)
        }
        #expect(thing == nil)
    }
}
