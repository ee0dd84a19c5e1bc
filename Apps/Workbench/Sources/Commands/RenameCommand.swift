import ArgumentParser
import Foundation

/// `workbench rename`
struct RenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give the workspace another name, everywhere.",
        discussion: """
            EXAMPLES:
              workbench rename --dry-run Acme
              workbench rename Acme

            Replaces the package's name in all files and paths that git does not ignore, inside longer words too. `Acme` \
            becomes the title, `acme` the command and `ACME_` the start of environment variables. Digits stay: \
            `Acme2Go` gives `acme2go` and `ACME2GO_`.

            Exit codes: 0 success, 2 the name is refused or the rename failed.
            """)

    @Argument(help: "The new name: letters A to Z and digits, in UpperCamelCase.")
    var name: String

    @Flag(help: "List the files and the number of replacements, and change nothing.")
    var dryRun = false

    @Flag(help: "Rename even if the working tree has uncommitted changes.")
    var force = false

    @OptionGroup
    var workspace: WorkspaceOptions

    func run() async throws {
        try await Self.reportingFailure {
            let new = try ProjectName(name)
            let root = URL(filePath: try workspace.root(), directoryHint: .isDirectory)
            let rename = try Rename(root: root, to: new)
            try NameRules(
                manifest: Manifest(root: root.path), sources: Self.sources(in: root)
            ).check(new, replacing: rename.renaming.old)
            if !dryRun, !force { try Repository(root: root).requireClean() }
            let plan = try rename.plan()
            if dryRun { plan.lines.forEach { print($0) } }
            let outcome = "\(rename.renaming.old.title) to \(new.title): \(plan.summary)."
            guard !dryRun else { return print("Would rename \(outcome) Nothing was changed.") }
            try TemplateVersion.recordOrigin(of: Repository(root: root))
            try rename.apply(plan)
            print(
                """
                Renamed \(outcome)
                The command is \(new.lower), and its variables begin with \(new.upper)_.
                Next: make demo, make check, then git add -A && git commit -m "Rename to \(new.title)"
                """)
        }
    }

    private static func sources(in root: URL) throws -> [(path: String, text: String)] {
        let tree = FileTree(root: root.path)
        return try tree.paths().filter { $0.hasSuffix(".swift") }.map { ($0, try tree.text(of: $0)) }
    }
}

extension RenamePlan {
    fileprivate var lines: [String] {
        changes.map { change in
            let count = change.content.map { "\($0.count)" } ?? "-"
            let padding = String(repeating: " ", count: max(0, 5 - count.count))
            return padding + count + " " + change.path + (change.newPath == change.path ? "" : " -> \(change.newPath)")
        }
    }

    fileprivate var summary: String {
        let files = changes.count { $0.content != nil }
        return "\(replacements.formatted()) replacements in \(files.formatted()) files, \(moves.count) files moved"
    }
}
