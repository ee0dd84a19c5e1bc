import ArgumentParser

/// `workbench feature`
struct FeatureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feature",
        abstract: "Add a feature in every layer, or remove one.",
        discussion: """
            EXAMPLES:
              workbench feature Invoice --fields "number:String total:Decimal due:Date note:String?"
              workbench feature Medium --plural Media
              workbench feature --undo Invoice

            Copies the feature that Docs/features.json names as the template: its files with other names and fields, and \
            each of its lines in shared files. Docs/howto/add-a-feature.md explains what to do next.

            Types: \(FeatureField.FieldType.allCases.map(\.rawValue).joined(separator: ", ")), each with a question mark \
            if the field is optional.

            Exit codes: 0 success, 2 nothing was changed.
            """)

    @Argument(help: "The feature's type in the singular (Invoice), or the name of a feature to remove (Invoices).")
    var name: String

    @Option(help: ArgumentHelp("Its fields.", valueName: "name:Type …"))
    var fields = "name:String note:String?"

    @Option(help: ArgumentHelp("The plural (default: by the rules of English spelling).", valueName: "name"))
    var plural: String?

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
            print(try undo ? remove(from: features) : add(to: features))
        }
    }

    private func add(to features: FeatureWorkspace) throws -> String {
        let name = try FeatureName(singular: name, plural: plural)
        let addition = FeatureAddition(list: try features.list(), name: name, fields: try FeatureField.fields(fields))
        let change = try addition.change(in: features.tree)
        let summary = change.summary(added: name, dryRun: dryRun)
        if !dryRun { try features.apply(change) }
        return summary
    }

    private func remove(from features: FeatureWorkspace) throws -> String {
        let list = try features.list()
        let removed = try list.features(named: [name])
        // A feature that is in no commit was just added, so its own files are not committed either.
        if !dryRun, !force, removed.contains(where: features.isCommitted) { try features.requireClean() }
        let (change, lines) = try FeatureRemoval(list: list, removed: removed).change(in: features.tree)
        let summary = change.summary(removed: removed.map(\.name), lines: lines, dryRun: dryRun)
        if !dryRun { try features.apply(change) }
        return summary
    }
}
