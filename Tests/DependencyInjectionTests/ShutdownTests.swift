import DependencyInjection
import Testing

@Suite("Shutdown")
@MainActor
struct ShutdownTests {
    private let journal = Journal()

    /// The scoped `c` needs the scoped `b`, which needs the singleton `a`, as the singleton `d` does.
    private func build() throws -> Container {
        try Assembly { [journal] in
            Seed(.token)
            Singleton(.d, needs: .a) { _ in Thing("d") }.onShutdown { journal.note($0.name) }
            Singleton(.a) { Thing("a") }.onShutdown { journal.note($0.name) }
            Singleton(.e) { Thing("never created") }.onShutdown { journal.note($0.name) }
            Scoped(.b, needs: .token, .a) { token, _ in Thing("\(token) b") }.onShutdown { journal.note($0.name) }
            Scoped(.c, needs: .token, .b) { token, _ in Thing("\(token) c") }.onShutdown { journal.note($0.name) }
        }.build()
    }

    @Test("ending a scope shuts down its own values once, in reverse order of creation")
    func scope() async throws {
        let scope = try build().beginScope(.seed(.token, "ada"))
        _ = try scope.resolve(.c)
        _ = try scope.resolve(.d)
        try await scope.end()
        try await scope.end()
        #expect(journal.entries == ["ada c", "ada b"])
    }

    @Test("the container ends open scopes, last begun first and also those without a reference, then its singletons")
    func container() async throws {
        let container = try build()
        let ada = try container.beginScope(.seed(.token, "ada"))
        let bob = try container.beginScope(.seed(.token, "bob"))
        _ = try container.beginScope(.seed(.token, "eve")).resolve(.b)
        _ = try bob.resolve(.c)
        _ = try ada.resolve(.c)
        _ = try container.resolve(.d)
        try await container.shutdown()
        #expect(journal.entries == ["eve b", "bob c", "bob b", "ada c", "ada b", "d", "a"])
    }

    @Test("a shutdown that has begun closes open scopes, holds up other calls and goes on if its caller is cancelled")
    func begun() async throws {
        let (reached, opened, again) = (Gate(), Gate(), Gate())
        let container = try Assembly { [journal] in
            Seed(.token)
            Scoped(.a) { Thing() }
            Scoped(.b) { Thing("b") }.onShutdown { thing in
                reached.open()
                await opened.wait()
                try Task.checkCancellation()
                journal.note(thing.name)
            }
        }.build()
        let first = try container.beginScope(.seed(.token, "ada"))
        _ = try first.resolve(.a)
        _ = try container.beginScope(.seed(.token, "bob")).resolve(.b)
        let ending = Task { @MainActor in try await container.shutdown() }
        await reached.wait()
        ending.cancel()
        #expect(throws: ResolutionError.self) { try first.resolve(.a) }
        #expect(throws: ResolutionError.self) { try first.resolve(.token) }
        let second = Task { @MainActor [journal] in
            again.open()
            try await container.shutdown()
            journal.note("second call returns")
        }
        // On this actor, `shutdown` runs until it waits before the test goes on.
        await again.wait()
        #expect(journal.entries.isEmpty)
        opened.open()
        try await ending.value
        try await second.value
        #expect(journal.entries == ["b", "second call returns"])
    }

    @Test("an action that throws stops no other action, and every call reports all errors")
    func errors() async throws {
        let container = try Assembly { [journal] in
            Singleton(.a) { Thing() }.onShutdown { _ in throw SampleError(name: "a") }
            Singleton(.b, needs: .a) { _ in Thing("b") }.onShutdown { journal.note($0.name) }
            Scoped(.c, needs: .b) { _ in Thing() }.onShutdown { _ in throw SampleError(name: "c") }
        }.build()
        _ = try container.beginScope().resolve(.c)
        for _ in 0..<2 {
            let error = await #expect(throws: ShutdownError.self) { try await container.shutdown() }
            #expect(error?.failures.map { ($0.underlying as? SampleError)?.name } == ["c", "a"])
            #expect(error?.failures.map { $0.node.key.name } == ["c", "a"])
            #expect(error?.description.hasPrefix("\(#fileID):") == true)
        }
        #expect(journal.entries == ["b"])
    }

    @Test("a shutdown during concurrent creations shuts each created value down once, in reverse order")
    func shutdownDuringCreations() async throws {
        for _ in 0..<100 {
            let made = Journal()
            let shut = Journal()
            let container = try Assembly {
                for name in (0..<20).map({ "\($0)" }) {
                    Singleton(Key<Int>(name), needs: Key<Int>("of \(name.count)")) { _ in made.note(name) }
                        .onShutdown { _ in shut.note(name) }
                }
                for name in ["of 1", "of 2"] {
                    Singleton(Key<Int>(name)) { made.note(name) }.onShutdown { _ in shut.note(name) }
                }
            }.build()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { _ = try? container.resolve(Key<Int>("\(number)")) }
                }
                group.addTask { try? await container.shutdown() }
            }
            #expect(shut.entries == Array(made.entries.reversed()))
        }
    }
}
