import Testing

@testable import Workbench

@Suite struct CleanWorkspaceTests {
    @Test("a clean workspace has no breach, and every rule judges something")
    func clean() async throws {
        let report = try await MiniatureWorkspace().check()

        #expect(report.breaches == [])
        let rules = [
            "imports", "grants", "manifest", "owners", "reachability", "testable", "globals", "unchecked",
            "documented", "docs", "decisions", "features", "vocabulary", "no-semaphores", "exhaustive",
        ]
        #expect(report.tallies.map(\.rule) == rules)
        #expect(report.tallies.allSatisfy { !$0.tally.isEmpty })
    }

    @Test("the summary counts what each rule judges")
    func summary() async throws {
        let text = try await MiniatureWorkspace().check().text

        #expect(text.hasPrefix("No breaches.\n"))
        #expect(text.contains("imports        5 targets, 5 files, 9 imports"))
    }

    @Test("a breach is one line: place, rule, what, why and fix")
    func breachLine() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("\nlet semaphore = DispatchSemaphore(value: 0)", to: "Modules/Feature/Feature.swift")

        let text = try await workspace.check().text

        let line = """
            Modules/Feature/Feature.swift:7: no-semaphores: forbidden code: "DispatchSemaphore". It does not belong here. \
            Fix: Leave it out.
            """
        #expect(text == line + "\n\n1 breach.")
    }
}
