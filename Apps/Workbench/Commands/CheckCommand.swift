import ArgumentParser

/// `workbench check`
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Holds the workspace to its layer contract, Docs/layers.json.",
        discussion: """
            Judges every target of Package.swift, every import and declaration of every Swift file, and every path, \
            link and command named in README.md and Docs. A breach is one line:

              file:line: rule: what. Why. Fix: …

            Exit codes: 0 the contract holds, 1 it is broken, 2 the check could not run.
            """)

    @OptionGroup
    var workspace: WorkspaceOptions

    func run() async throws {
        let report = try await Self.reportingFailure {
            let loader = try WorkspaceLoader(root: workspace.root(), manifestReader: workspace.manifestReader)
            let loaded = try await loader.load()
            return try Check(contract: loaded.contract).run(on: loaded)
        }
        print(report.text)
        if !report.breaches.isEmpty {
            throw ExitCode(1)
        }
    }
}
