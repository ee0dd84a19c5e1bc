import Testing

@testable import Workbench

@Suite struct ReachabilityRuleTests {
    @Test(
        "test code behind a module is a breach of the module and of the app, each with its path",
        arguments: ["support", "suite", "helper"])
    func transitive(kind: String) async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract["Doubles"].kind = kind
        workspace.manifest["Feature"].dependencies.append(.target("Doubles"))

        let found = try await workspace.check().breaches.filter { $0.rule == "reachability" }
        #expect(
            found.map(\.what) == [
                "Feature links Doubles (Feature -> Doubles)", "Tool links Doubles (Tool -> Feature -> Doubles)",
            ])
    }

    @Test("an executable product that links test code is a breach, even if its row is a helper's")
    func product() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract["Tool"].kind = "helper"
        #expect(try await workspace.breaches(of: "reachability").map { $0.hasSuffix("Tool -> Tool") } == [true])
    }
}
