import DependencyInjection
import Testing

@Suite("Texts of resolution errors")
struct ResolutionErrorTextTests {
    private let file = "App/Wiring.swift"

    private func assembly() -> Assembly {
        Assembly {
            for number in 1...4 {
                Singleton(Key<String>("token\(number)"), fileID: file, line: number) { "token" }
            }
            Transient(.a, needs: .b, fileID: file, line: 5) { $0 }
            Scoped(.b, fileID: file, line: 6) { Thing() }
        }
    }

    @Test("an unknown key tells where it was asked for, and three similar ones")
    func notRegistered() async throws {
        let container = try assembly().build()
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
                  Fix: add a line for it to the assembly, or ask for a key that has one.
                """)
    }

    @Test("a scope's value asked of the container tells the way to it")
    func outsideScope() async throws {
        let container = try assembly().build()
        let error = await #expect(throws: ResolutionError.self) { try await container.resolve(.a) }
        #expect(
            error?.description == """
                App/Wiring.swift:5: "a" (DependencyInjectionTests.Thing), transient
                App/Wiring.swift:6: "b" (DependencyInjectionTests.Thing), scoped
                The container was asked for a value that exists within a scope only.
                  Fix: ask the scope that `beginScope` returned.
                """)
    }

    @Test("after a shutdown the key is told")
    func shutDown() async throws {
        let container = try assembly().build()
        try await container.shutdown()
        let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Key<String>("token1")) }
        #expect(
            error?.description == """
                "token1" (Swift.String) is asked for after the shutdown has begun.
                  Fix: stop what uses the container or scope before shutting it down.
                """)
    }
}
