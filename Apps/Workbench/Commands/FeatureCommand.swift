import ArgumentParser

/// `workbench feature`
struct FeatureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feature",
        abstract: "Add a feature in every layer, or remove one.",
        discussion: """
            Exit codes: 0 success, 2 nothing was changed.
            """)

    @Argument(help: "The feature's type in the singular (Invoice), or the name of a feature to remove (Invoices).")
    var name: String

    @Flag(help: "Remove the feature.")
    var undo = false

    @Flag(help: "Print the files that would change, and change nothing.")
    var dryRun = false

    @Flag(help: "Remove a feature even if the working tree has uncommitted changes.")
    var force = false

    @OptionGroup
    var workspace: WorkspaceOptions

    func run() async throws {
        try await Self.reportingFailure {
            let features = FeatureWorkspace(tree: FileTree(root: try workspace.root()))
            let list = try features.list()
            let removed = try list.features(named: [name])
            // A feature that no commit has was added a moment ago.
            if !dryRun, !force, removed.contains(where: features.isCommitted) { try features.requireCommitted() }
            let (change, lines) = try FeatureRemoval(list: list, removed: removed).change(in: features.tree)
            if !dryRun { try features.apply(change) }
            print(change.summary(dryRun: dryRun, removed: removed.map(\.name), lines: lines))
        }
    }
}
