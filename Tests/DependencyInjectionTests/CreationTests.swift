import DependencyInjection
import Testing

@Suite("Creation")
struct CreationTests {
    @Test("a factory receives the values of its needs in the order of the keys")
    func needsInOrder() async throws {
        let container = try Assembly {
            Singleton(Key<String>("line"), needs: .greeting, .token, Key<Int>("count")) { greeting, token, count in
                "\(greeting.text) \(token) \(count)"
            }
            Singleton(.greeting) { Hello() }
            Singleton(.token) { "you" }
            Singleton(Key<Int>("count")) { 3 }
        }.build()
        #expect(try await container.resolve(Key<String>("line")) == "hello you 3")
    }

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

    @Test("1,000 concurrent callers create one value")
    func thousandAtOnce() async throws {
        let runs = Counter()
        let allHaveArrived = Gate()
        let arrived = Counter()
        let container = try Assembly {
            Singleton(.a, needs: .b) { _ in
                runs.increment()
                await allHaveArrived.wait()
                return Thing()
            }
            Singleton(.b) { Thing() }
        }.build()
        let things = try await withThrowingTaskGroup(of: Thing.self) { group in
            for _ in 0..<1_000 {
                group.addTask {
                    if arrived.increment() == 1_000 { allHaveArrived.open() }
                    return try await container.resolve(.a)
                }
            }
            return try await group.reduce(into: [Thing]()) { $0.append($1) }
        }
        #expect(runs.value == 1)
        #expect(things.count == 1_000)
        #expect(Set(things.map(ObjectIdentifier.init)).count == 1)
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
