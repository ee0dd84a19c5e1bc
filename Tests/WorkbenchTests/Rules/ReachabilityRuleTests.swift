import Testing

@testable import Workbench

@Suite struct ReachabilityRuleTests {
    @Test(
        "test code in a shipped target is one breach, also if its row lists it",
        arguments: ["support", "suite", "helper"])
    func linked(kind: String) async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract["Doubles"].kind = kind
        workspace.contract["Tool"].imports.append("Doubles")
        workspace.manifest["Tool"].dependencies.append(.target("Doubles"))
        workspace.append("import Doubles", to: "Apps/Tool/Tool.swift")

        let found = try await workspace.check().breaches
        #expect(found.map(\.what) == ["Tool links Doubles, which is for tests"])
        #expect(found.map(\.rule) == ["reachability"])
    }

    @Test("test code behind a module is a breach of the module only")
    func transitive() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.targets.swapAt(1, 2)
        workspace.contract["Feature"].imports.append("Doubles")
        workspace.manifest["Feature"].dependencies.append(.target("Doubles"))
        workspace.append("import Doubles", to: "Modules/Feature/Feature.swift")

        #expect(try await workspace.check().breaches.map(\.what) == ["Feature links Doubles, which is for tests"])
    }

    @Test("an executable product is a breach if its row is a helper's")
    func product() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract["Tool"].kind = "helper"

        let found = try await workspace.check().breaches
        #expect(found.map(\.what) == ["the product tool is Tool, which is for tests"])
    }
}
