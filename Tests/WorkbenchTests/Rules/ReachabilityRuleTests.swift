import Testing

@testable import Workbench

@Suite struct ReachabilityRuleTests {
    @Test("doubles behind a module of the app are a breach that prints the path")
    func transitive() async throws {
        var workspace = MiniatureWorkspace()
        workspace.manifest["Feature"].dependencies.append(.target("Doubles"))

        let found = try await workspace.check().breaches.filter { $0.rule == "reachability" }
        #expect(found.map(\.what) == ["Tool links Doubles (Tool -> Feature -> Doubles)"])
    }

    @Test("a test's helper in an app is a breach too")
    func helper() async throws {
        var workspace = MiniatureWorkspace()
        workspace.files["Tests/Helper/Helper.swift"] = "import Core"
        workspace.manifest["Helper"] = .init(
            name: "Helper", path: "Tests/Helper", kind: .regular, dependencies: [.target("Core")])
        workspace.contract["Helper"] = .init(target: "Helper", path: "Tests/Helper", kind: "helper", imports: ["Core"])
        #expect(try await workspace.check().breaches == [])

        workspace.manifest["Tool"].dependencies.append(.target("Helper"))
        #expect(try await workspace.breaches(of: "reachability").map { $0.hasSuffix("Tool -> Helper") } == [true])
    }
}
