import ArgumentParser
import Foundation

/// `workbench template-diff`
struct TemplateDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template-diff",
        abstract: "Print the template's changes since this workspace was made from it, as a patch.",
        discussion: """
            EXAMPLES:
              workbench template-diff ../template > upgrade.patch
              git apply --3way upgrade.patch

            Clones the template into a temporary folder, gives its old and its new state this workspace's name, removes the \
            sample features that this workspace has removed, and compares the files that the template owns according \
            to Docs/template.json. .template-version names the old state.

            Exit codes: 0 success, 2 the comparison failed.
            """)

    @Argument(help: "The template: the path or URL of a git repository.")
    var from: String

    @Option(
        help: ArgumentHelp("Upgrade to this branch, tag or commit (default: the template's HEAD).", valueName: "ref"))
    var to = "HEAD"

    @OptionGroup
    var workspace: WorkspaceOptions

    func run() async throws {
        try await Self.reportingFailure {
            let root = URL(filePath: try workspace.root(), directoryHint: .isDirectory)
            let folder = FileManager.default.temporaryDirectory.appending(path: "template-diff-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let diff = TemplateDiff(
                workspace: Repository(root: root),
                template: try TemplateClone(of: from, in: folder.appending(path: "template")), folder: folder)
            let outcome = try diff.outcome(upTo: to)
            FileHandle.standardOutput.write(outcome.patch)
            FileHandle.standardError.write(Data((outcome.summary + "\n").utf8))
        }
    }
}
