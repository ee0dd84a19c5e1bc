import ArgumentParser

/// `workbench strip-sample`
struct StripSampleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strip-sample",
        abstract: "Remove the sample's features, and what only they need.",
        discussion: """
            EXAMPLES:
              workbench strip-sample --dry-run
              workbench strip-sample

            Removes every feature that Docs/features.json marks as a sample: its folders, its lines in shared files, its \
            pages. Then removes targets, dependencies and grants that nothing needs any more.

            Exit codes: 0 success, 2 nothing was changed.
            """)

    @Flag(help: "Print the files that would change, and change nothing.")
    var dryRun = false

    @Flag(help: "Run even if the working tree has uncommitted changes.")
    var force = false

    @OptionGroup
    var workspace: WorkspaceOptions

    func run() async throws {
        try await Self.reportingFailure {
            let features = FeatureWorkspace(tree: FileTree(root: try workspace.root()))
            let list = try features.list()
            let sample = list.features.filter(\.sample)
            guard !sample.isEmpty else {
                print("No sample: \(FeatureList.path) lists no feature with \"sample\": true.")
                return
            }
            if !dryRun, !force { try features.requireClean() }
            let (change, lines) = try FeatureRemoval(list: list, removed: sample).change(in: features.tree)
            let summary = change.summary(removed: sample.map(\.name), lines: lines, dryRun: dryRun)
            if !dryRun { try features.apply(change) }
            print(summary)
        }
    }
}
