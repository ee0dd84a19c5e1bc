import Testing

@testable import Workbench

@Suite struct ImportsRuleTests {
    @Test("an import of a higher layer is a breach in every branch of an #if")
    func upwards() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("#if os(macOS)\nimport Feature\n#endif", to: "Modules/Core/Core.swift")

        #expect(try await workspace.breaches(of: "imports") == ["Modules/Core/Core.swift:7 Feature"])
        let breach = try await workspace.check().breaches.first { $0.rule == "imports" }
        #expect(breach?.what == "Core imports Feature under #if os(macOS)")
    }

    @Test("an import in a comment or string is no breach")
    func lookalike() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("// import Feature\nlet text = \"\"\"\nimport Feature\n\"\"\"", to: "Modules/Core/Core.swift")

        #expect(try await workspace.check().breaches == [])
    }

    @Test("a module without a row is a breach")
    func unknown() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("import Mystery", to: "Modules/Core/Core.swift")

        #expect(try await workspace.breaches(of: "imports") == ["Modules/Core/Core.swift:6 Mystery"])
    }

    @Test("a system module is a breach outside its scope only")
    func systemScope() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("import Testing", to: "Modules/Core/Core.swift")

        #expect(try await workspace.breaches(of: "imports") == ["Modules/Core/Core.swift:6 Testing"])
        workspace.contract.systemModules[1].scope?.targets = ["Core"]
        #expect(try await workspace.check().breaches == [])
    }

    @Test("every target may import a system module without a scope", arguments: ["Core", "Feature", "Doubles"])
    func systemEverywhere(target: String) async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("import Foundation", to: "Modules/\(target)/More.swift")

        #expect(try await workspace.check().breaches == [])
    }

    @Test("re-exports and hidden imports are breaches", arguments: ["_exported", "_implementationOnly"])
    func reexport(attribute: String) async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("@\(attribute) import Foundation", to: "Modules/Core/Core.swift")

        #expect(try await workspace.breaches(of: "imports") == ["Modules/Core/Core.swift:6 @\(attribute)"])
    }

    @Test("a row that lists a row below it is a breach, whether or not a file imports it")
    func rowUpwards() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract["Core"].imports = ["Feature"]

        let found = try await workspace.check().breaches.filter { $0.rule == "imports" }
        #expect(found.map(\.subject) == ["Core -> Feature"])
        #expect(found.map(\.file) == ["Docs/layers.json"])
    }
}
