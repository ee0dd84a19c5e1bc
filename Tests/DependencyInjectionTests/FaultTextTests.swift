import DependencyInjection
import Testing

/// The registrations have made-up source locations, so that the tests compare whole texts.
@Suite("Fault descriptions")
struct FaultTextTests {
    private let file = "App/Wiring.swift"

    @Test("a missing dependency names its dependents, similar keys and the fix")
    func missing() {
        let assembly = Assembly {
            Singleton(.a, needs: .token, fileID: file, line: 4) { Thing($0) }
            Scoped(.b, needs: .token, fileID: file, line: 9) { Thing($0) }
            Seed(.account, fileID: file, line: 12)
        }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:4: "a" (DependencyInjectionTests.Thing) needs "token" (Swift.String), which is not \
                registered.
                App/Wiring.swift:9: "b" (DependencyInjectionTests.Thing) needs "token" (Swift.String), which is not \
                registered.
                  Similar: App/Wiring.swift:12 registers "account" (Swift.String).
                  Fix: register "token" (Swift.String) with `Singleton`, `Scoped` or `Seed`, or remove it from `needs:`.
                """
            ])
    }

    @Test("a cycle names each dependency with its location")
    func cycle() {
        let assembly = Assembly {
            Singleton(.a, needs: .b, fileID: file, line: 1) { $0 }
            Singleton(.b, needs: .c, fileID: file, line: 2) { $0 }
            Singleton(.c, needs: .a, fileID: file, line: 3) { $0 }
        }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:1: "a" (DependencyInjectionTests.Thing) needs itself through 2 other values.
                  App/Wiring.swift:1: "a" (DependencyInjectionTests.Thing) needs "b" (DependencyInjectionTests.Thing)
                  App/Wiring.swift:2: "b" (DependencyInjectionTests.Thing) needs "c" (DependencyInjectionTests.Thing)
                  App/Wiring.swift:3: "c" (DependencyInjectionTests.Thing) needs "a" (DependencyInjectionTests.Thing)
                  Fix: remove one of these dependencies. Move what both values use into a third value, or pass one \
                value to the other after both are created.
                """
            ])
    }

    @Test("a value that needs itself has a description of its own")
    func selfCycle() {
        let assembly = Assembly { Singleton(.token, needs: .token, fileID: file, line: 7) { $0 } }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:7: "token" (Swift.String) needs itself.
                  Fix: remove it from its own `needs:`, or use the key of the value that you meant.
                """
            ])
    }

    @Test("a captive dependency names the singleton and the scoped value")
    func captive() {
        let assembly = Assembly {
            Singleton(.a, needs: .token, fileID: file, line: 3) { Thing($0) }
            Seed(.token, fileID: file, line: 8)
        }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:3: the singleton "a" (DependencyInjectionTests.Thing) needs "token" (Swift.String), \
                which ends with its scope.
                  App/Wiring.swift:8: "token" (Swift.String) is a seed.
                  Fix: register "a" (DependencyInjectionTests.Thing) as `Scoped`, or pass "token" (Swift.String) as \
                an argument to the calls that use it.
                """
            ])
    }

    @Test("a duplicate names all locations")
    func duplicate() {
        let assembly = Assembly {
            Singleton(.token, fileID: file, line: 3) { "one" }
            Scoped(.token, fileID: file, line: 9) { "two" }
        }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:9: "token" (Swift.String) is registered 2 times.
                  App/Wiring.swift:3: singleton
                  App/Wiring.swift:9: scoped
                  Fix: keep one registration. Give a second value of the same type a key with another name. Replace a \
                registration in a test with `overriding { … }`.
                """
            ])
    }

    @Test("an override without a registration names similar keys")
    func unmatchedOverride() {
        let assembly = Assembly { Singleton(.token, fileID: file, line: 3) { "token" } }
            .overriding { Singleton(.account, fileID: file, line: 20) { "account" } }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:20: "account" (Swift.String) is overridden but not registered.
                  Similar: App/Wiring.swift:3 registers "token" (Swift.String).
                  Fix: override a registered key, or remove this override.
                """
            ])
    }

    @Test("the default location of a registration is its file and line")
    func defaultLocation() {
        let line = #line + 1
        let assembly = Assembly { Singleton(.token) { "token" } }
        #expect(assembly.graph.nodes.map(\.location) == ["\(#fileID):\(line)"])
    }
}
