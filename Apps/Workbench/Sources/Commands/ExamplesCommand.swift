import ArgumentParser
import Foundation

/// `workbench examples`
struct ExamplesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "examples",
        abstract: "Compare the commands and outputs in the documentation with the built executables.",
        discussion: """
            EXAMPLES:
              workbench examples --executables .build/debug
              workbench examples --executables .build/debug Docs/reference/cli.md --update

            A fence whose first line begins with `$ ` is run, each page in an empty home folder and against a backend of its \
            own with fault switches. `/home/ada` and 127.0.0.1:8080 represent both. Times, dates, UUIDs, ports and widths of \
            columns may differ. `…` marks omitted lines or text. Of these comments, the first prepares a run, and the \
            second excludes a fence:

              <!-- run: strata login ada@example.com --password-file password -->
              <!-- not run: takes a minute -->

            Every subcommand and option in the documentation must exist as well.

            Exit codes: 0 no differences, 1 differences found, 2 the examples could not run.
            """)

    @Argument(help: ArgumentHelp("Run the examples of these pages only (default: all).", valueName: "page"))
    var pages: [String] = []

    @Option(help: ArgumentHelp("The folder of the built executables.", valueName: "folder"))
    var executables: String

    @Flag(help: "Replace the outputs that differ, unless they omit lines.")
    var update = false

    @OptionGroup
    var workspace: WorkspaceOptions

    func run() async throws {
        let failures = try await Self.reportingFailure {
            let tree = FileTree(root: try workspace.root())
            let (documents, scripts) = try WorkspaceLoader.documents(in: tree)
            let folder = URL(filePath: executables, directoryHint: .isDirectory).standardizedFileURL
            let unknown = Set(pages).subtracting(documents.map(\.path)).sorted()
            guard unknown.isEmpty else { throw WorkspaceError.unreadableFile(unknown[0], cause: "it is not a page") }
            let names = CommandNames(trees: try commandTrees(in: folder), documents: documents + scripts)
            let chosen = documents.filter { pages.isEmpty || pages.contains($0.path) }
            return try chosen.flatMap(names.breaches(in:)).map(\.text)
                + differences(in: chosen, of: tree, runner: ExampleRunner(executables: folder, root: tree.root))
        }
        failures.forEach { print($0) }
        if !failures.isEmpty {
            throw ExitCode(1)
        }
    }

    /// The commands of the two executables and of this one.
    private func commandTrees(in folder: URL) throws -> [CommandTree] {
        let this = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return try (["strata", "strata-backend"].map { folder.appending(path: $0) } + [this]).map(CommandTree.init(of:))
    }

    /// Prints the outcome of each page as soon as it is known, because the commands of a page can take half a minute.
    private func differences(
        in documents: [MarkdownDocument], of tree: FileTree, runner: ExampleRunner
    ) throws -> [String] {
        try documents.flatMap { document -> [String] in
            var page = ExamplePage(path: document.path, text: try tree.text(of: document.path))
            guard !page.examples.isEmpty else { return [] }
            let start = ContinuousClock.now
            var failures = try runner.failures(of: page)
            let seconds = (ContinuousClock.now - start).components.seconds
            let outcome =
                "\(page.path): \(page.examples.count) commands in \(seconds) s, \(failures.count) differences\n"
            FileHandle.standardError.write(Data(outcome.utf8))
            if update {
                failures = try page.update(failures, in: tree)
            }
            return failures.map { $0.text(file: page.path) }
        }
    }
}
