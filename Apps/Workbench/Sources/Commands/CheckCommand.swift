import ArgumentParser

/// `workbench check`
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the workspace against its layer contract and vocabulary.",
        discussion: """
            EXAMPLES:
              workbench check
              workbench check --vocabulary

            Reads Docs/layers.json and Docs/vocabulary.json. Judges every target of Package.swift, every import and \
            declaration of every Swift file, every path, link and command named in the documentation, and the words \
            of all prose. A breach is one line:

              file:line: rule: what. Why. Fix: …

            Exit codes: 0 no breaches, 1 breaches found, 2 the check could not run.
            """)

    @Flag(help: "Check the vocabulary only, including phrases that are not enforced yet.")
    var vocabulary = false

    @OptionGroup
    var workspace: WorkspaceOptions

    func run() async throws {
        let report = try await Self.reportingFailure {
            let loader = try WorkspaceLoader(root: workspace.root(), manifestReader: workspace.manifestReader)
            let loaded = try await loader.load()
            return try Check(
                contract: loaded.contract, vocabulary: loaded.vocabulary,
                selection: vocabulary ? .vocabulary : .contract
            ).run(on: loaded)
        }
        print(report.text)
        if !report.breaches.isEmpty {
            throw ExitCode(1)
        }
    }
}
