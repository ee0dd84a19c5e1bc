import DependencyInjection
import Testing

@Suite("Creation")
struct CreationTests {
    @Test("a singleton is created on first use, after its needs, and only once")
    func singleton() throws {
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
        let first = try container.resolve(.a)
        let second = try container.resolve(.a)
        #expect(first === second)
        #expect(first.name == "made")
        #expect(journal.entries == ["c", "b", "a"])
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
}

@Suite("Failure")
struct FailureTests {
    @Test("concurrent callers get one value, which is created once; a failed creation is tried again")
    func once() async throws {
        for _ in 0..<100 {
            let runs = Counter()
            let container = try Assembly {
                Singleton(.a, needs: .b) { $0 }
                Singleton(.b) {
                    guard runs.increment() > 1 else { throw SampleError.broken }
                    return Thing()
                }
            }.build()
            let outcomes = await withTaskGroup(of: Result<Thing, any Error>.self) { group in
                for number in 0..<8 {
                    group.addTask { Result { try container.resolve(number.isMultiple(of: 2) ? .a : .b) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let failures = outcomes.compactMap { outcome in
                if case .failure(let error) = outcome { error as? ResolutionError } else { nil }
            }
            #expect(failures.map(\.underlyingSample) == [.broken])
            #expect(Set(outcomes.compactMap { try? $0.get() }.map(ObjectIdentifier.init)).count == 1)
            #expect(runs.value == 2)
        }
    }

    @Test("a failure names the factory that threw and the registrations that needed its value")
    func failurePath() throws {
        let file = "App/Wiring.swift"
        let container = try Assembly {
            Singleton(.a, needs: .b, fileID: file, line: 1) { $0 }
            Singleton(.b, needs: .c, fileID: file, line: 2) { $0 }
            Singleton(.c, fileID: file, line: 3) { throw SampleError.broken }
        }.build()
        let error = #expect(throws: ResolutionError.self) { try container.resolve(.a) }
        #expect(
            error?.description == """
                App/Wiring.swift:3: "c" (DependencyInjectionTests.Thing) could not be created: broken
                  needed by "b" (DependencyInjectionTests.Thing) at App/Wiring.swift:2
                  needed by "a" (DependencyInjectionTests.Thing) at App/Wiring.swift:1
                """)
    }
}

extension ResolutionError {
    fileprivate var underlyingSample: SampleError? {
        if case .creationFailed(let failure) = self { failure.underlying as? SampleError } else { nil }
    }
}
