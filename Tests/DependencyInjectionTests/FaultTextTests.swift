import DependencyInjection
import Testing

/// The lines are given as places in a made-up file, so that the texts can be compared in full.
@Suite("Texts of faults")
struct FaultTextTests {
    private let file = "App/Wiring.swift"

    @Test("a missing dependency tells who needs it, what is similar, and the fix")
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
                  Fix: add `Singleton(…)`, `Scoped(…)`, `Transient(…)` or `Seed(…)` for "token" (Swift.String) to the \
                assembly, or drop it from `needs:`.
                """
            ])
    }

    @Test("a cycle tells each step with its place")
    func cycle() {
        let assembly = Assembly {
            Singleton(.a, needs: .b, fileID: file, line: 1) { $0 }
            Singleton(.b, needs: .c, fileID: file, line: 2) { $0 }
            Singleton(.c, needs: .a, fileID: file, line: 3) { $0 }
        }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:1: "a" (DependencyInjectionTests.Thing) needs itself by way of 2 others, so none of \
                them can be made.
                  App/Wiring.swift:1: "a" (DependencyInjectionTests.Thing) needs "b" (DependencyInjectionTests.Thing)
                  App/Wiring.swift:2: "b" (DependencyInjectionTests.Thing) needs "c" (DependencyInjectionTests.Thing)
                  App/Wiring.swift:3: "c" (DependencyInjectionTests.Thing) needs "a" (DependencyInjectionTests.Thing)
                  Fix: break one of these arrows: move what both ends use into a third value that needs neither, or \
                hand one of them over after both are made.
                """
            ])
    }

    @Test("a cycle of one tells the line to change")
    func selfCycle() {
        let assembly = Assembly { Singleton(.a, needs: .a, fileID: file, line: 7) { $0 } }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:7: "a" (DependencyInjectionTests.Thing) needs itself, so it can never be made.
                  Fix: drop it from its own `needs:`; if another value of this type was meant, name that one's key.
                """
            ])
    }

    @Test("a captive tells the way to the scoped value")
    func captive() {
        let assembly = Assembly {
            Singleton(.a, needs: .b, fileID: file, line: 3) { $0 }
            Transient(.b, needs: .token, fileID: file, line: 5) { Thing($0) }
            Seed(.token, fileID: file, line: 8)
        }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:3: the singleton "a" (DependencyInjectionTests.Thing) needs "token" (Swift.String) \
                by way of "b" (DependencyInjectionTests.Thing), which lives only as long as its scope: the singleton \
                would keep it captive after the scope has ended.
                  App/Wiring.swift:3: "a" (DependencyInjectionTests.Thing), singleton
                  App/Wiring.swift:5: "b" (DependencyInjectionTests.Thing), transient
                  App/Wiring.swift:8: "token" (Swift.String), seed
                  Fix: make "a" (DependencyInjectionTests.Thing) `Scoped`, or hand it the value with each call in \
                place of a `needs:`; if the value is the same for all scopes, make it a `Singleton`.
                """
            ])
    }

    @Test("a duplicate tells both places")
    func duplicate() {
        let assembly = Assembly {
            Singleton(.token, fileID: file, line: 3) { "one" }
            Transient(.token, fileID: file, line: 9) { "two" }
        }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:9: "token" (Swift.String) is registered 2 times.
                  App/Wiring.swift:3: as singleton
                  App/Wiring.swift:9: as transient
                  Fix: keep one of them. If they are different values of one type, give each a key with a name of its \
                own; if one replaces the other, as in a test, say so with `overriding { … }`.
                """
            ])
    }

    @Test("an override of nothing tells what is similar")
    func overrideOfNothing() {
        let assembly = Assembly { Singleton(.token, fileID: file, line: 3) { "token" } }
            .overriding { Singleton(.account, fileID: file, line: 20) { "account" } }
        #expect(
            assembly.validate().map(\.description) == [
                """
                App/Wiring.swift:20: "account" (Swift.String) is overridden, but the assembly does not register it.
                  Similar: App/Wiring.swift:3 registers "token" (Swift.String).
                  Fix: override a key that is registered, or remove this line.
                """
            ])
    }

    @Test("without a place given, a registration knows the file and line where it is written")
    func realPlace() {
        let line = #line + 1
        let assembly = Assembly { Singleton(.token) { "token" } }
        #expect(assembly.graph.nodes.map(\.location) == [CodeLocation(fileID: #fileID, line: line)])
    }
}
