import DependencyInjection
import Testing

@Suite("Resolution error descriptions")
struct ResolutionErrorTextTests {
    private let file = "App/Wiring.swift"

    private func container() throws -> Container {
        try Assembly {
            for number in 1...4 {
                Singleton(Key<String>("token\(number)"), fileID: file, line: number) { "token" }
            }
            Scoped(.a, fileID: file, line: 5) { Thing() }
            Seed(.b, fileID: file, line: 6)
        }.build()
    }

    @Test("an unregistered key shows the location of the call and at most 3 similar keys")
    func notRegistered() async throws {
        let container = try container()
        let error = await #expect(throws: ResolutionError.self) {
            try await container.resolve(.token, fileID: "App/Main.swift", line: 40)
        }
        #expect(
            error?.description == """
                App/Main.swift:40: "token" (Swift.String) is not registered.
                  Similar: App/Wiring.swift:1 registers "token1" (Swift.String).
                  Similar: App/Wiring.swift:2 registers "token2" (Swift.String).
                  Similar: App/Wiring.swift:3 registers "token3" (Swift.String).
                  Similar: 1 more.
                  Fix: register the key in the assembly, or resolve a registered key.
                """)
        let line = #line + 1
        let here = await #expect(throws: ResolutionError.self) { try await container.resolve(.token) }
        #expect(here?.description.hasPrefix("\(#fileID):\(line): ") == true)
    }

    @Test("a scoped value outside of a scope shows its registration")
    func outsideScope() async throws {
        let container = try container()
        let scoped = await #expect(throws: ResolutionError.self) { try await container.resolve(.a) }
        #expect(
            scoped?.description == """
                App/Wiring.swift:5: "a" (DependencyInjectionTests.Thing) is scoped, so only a scope can resolve it.
                  Fix: call `resolve` on the scope that `beginScope` returned.
                """)
        let seed = await #expect(throws: ResolutionError.self) { try await container.resolve(.b) }
        #expect(
            seed?.description == """
                App/Wiring.swift:6: "b" (DependencyInjectionTests.Thing) is a seed, so only a scope can resolve it.
                  Fix: call `resolve` on the scope that `beginScope` returned.
                """)
    }

    @Test("an error after a shutdown shows the key")
    func shutDown() async throws {
        let container = try container()
        try await container.shutdown()
        let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Key<String>("token1")) }
        #expect(
            error?.description == """
                "token1" (Swift.String) was requested after the shutdown had begun.
                  Fix: stop the code that uses the container or scope before you shut it down.
                """)
    }
}
