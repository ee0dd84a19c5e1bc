import ArgumentParser
import Foundation

/// The workspace's tool.
@main
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the layers, the documentation and its examples.",
        discussion: """
            EXAMPLES:
              workbench check
              workbench examples --executables .build/debug Docs/reference/cli.md
              workbench graph
            """,
        subcommands: [CheckCommand.self, ExamplesCommand.self, GraphCommand.self])
}

struct WorkspaceOptions: ParsableArguments {
    @Option(
        name: .customLong("root"),
        help: ArgumentHelp("Use the workspace in this folder (default: this one).", valueName: "folder"))
    var folder: String?

    var path: String { URL(filePath: folder ?? ".", directoryHint: .isDirectory).standardizedFileURL.path }

    /// The value of `work`. Prints a failure and exits with code 2, so that a script can distinguish a check that could not run.
    func load<Value>(_ work: (String) async throws -> Value) async throws -> Value {
        do {
            return try await work(path)
        } catch {
            FileHandle.standardError.write(Data("workbench: \(error.localizedDescription)\n".utf8))
            throw ExitCode(2)
        }
    }
}

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check imports and code against Docs/layers.json, and names in the documentation.",
        discussion: """
            EXAMPLES:
              workbench check
              workbench check --executables .build/debug

            A breach is one line: `file:line: rule: what. Why. Fix: …`.

            Exit codes: 0 no breaches, 1 breaches found, 2 the check could not run.
            """)

    @Option(
        help: ArgumentHelp(
            "Check subcommands and options too, with the executables in this folder.", valueName: "folder"))
    var executables: String?

    @OptionGroup var options: WorkspaceOptions

    func run() async throws {
        let (summary, breaches) = try await options.load { root in
            let workspace = try await Workspace.load(root)
            let commands = try executables.map(CommandTree.all(in:)) ?? []
            let breaches =
                LayerCheck(workspace: workspace).breaches()
                + DocsCheck(workspace: workspace, commands: commands).breaches()
            let (files, pages) = (workspace.files.count.formatted(), workspace.pages.count)
            return ("\(files) Swift files and \(pages) pages", breaches)
        }
        breaches.forEach { print($0.text) }
        let count = breaches.isEmpty ? "no breaches" : breaches.count == 1 ? "1 breach" : "\(breaches.count) breaches"
        print("\(summary): \(count).")
        if !breaches.isEmpty { throw ExitCode(1) }
    }
}

struct ExamplesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "examples", abstract: "Run the commands in the documentation and compare their output.",
        discussion: """
            EXAMPLES:
              workbench examples --executables .build/debug
              workbench examples --executables .build/debug Docs/reference/cli.md --update
              workbench examples --follow Docs/tutorials/first-endpoint.md

            A block whose first line begins with `$ ` is run, each page in an empty home folder and on a backend of its own with \
            fault switches; pages show /home/ada and 127.0.0.1:8080 instead. Times, dates, UUIDs, ports and widths of columns \
            may differ. `…` marks omitted lines or text. Of these comments, the first prepares a run, and the second excludes \
            a block:

              <!-- run: echo nanosecond-wire > password -->
              <!-- not run: takes a minute -->

            With --follow, the blocks below a bold path become files of this workspace, the blocks of language `sh` run, and \
            their output contains the block of language `text` below them.

            Exit codes: 0 no differences, 1 differences found, 2 the examples could not run.
            """)

    @Argument(help: ArgumentHelp("Run these pages only (default: all).", valueName: "page"))
    var pages: [String] = []

    @Option(help: ArgumentHelp("The folder of the built executables.", valueName: "folder"))
    var executables = ".build/debug"

    @Flag(help: "Replace the outputs that differ, unless they omit lines.")
    var update = false

    @Flag(help: "Follow the pages in this workspace, as a reader does.")
    var follow = false

    @OptionGroup var options: WorkspaceOptions

    func validate() throws {
        guard !follow || !pages.isEmpty else { throw ValidationError("--follow needs the pages to follow.") }
    }

    func run() async throws {
        let failures = try await options.load { root in
            let all = try Workspace.pages(in: root)
            if let unknown = pages.first(where: { path in !all.contains { $0.path == path } }) {
                throw WorkbenchError("\(unknown) is no page of the documentation.")
            }
            let folder = URL(filePath: executables, directoryHint: .isDirectory).standardizedFileURL.path
            let runner = ExampleRunner(executables: folder, root: root)
            let chosen = pages.isEmpty ? all : pages.compactMap { path in all.first { $0.path == path } }
            guard follow else { return try chosen.flatMap { try check($0, with: runner) } }
            try runner.follow(chosen)
            return []
        }
        failures.forEach { print($0) }
        if !failures.isEmpty { throw ExitCode(1) }
    }

    /// Prints the outcome of each page at once, because the commands of a page can take half a minute.
    private func check(_ page: Page, with runner: ExampleRunner) throws -> [String] {
        let count = page.transcripts.count { $0.output != nil }
        guard count > 0 else { return [] }
        var page = page
        let start = ContinuousClock.now
        let failures = try runner.check(&page, update: update)
        let seconds = (ContinuousClock.now - start).components.seconds
        print("\(page.path): \(count) commands in \(seconds) s, \(failures.count) differences")
        if update {
            try Data(page.lines.joined(separator: "\n").utf8).write(
                to: URL(filePath: runner.root).appending(path: page.path))
        }
        return failures
    }
}

struct GraphCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Print the modules and their dependencies as a Mermaid flowchart.",
        discussion: """
            EXAMPLES:
              workbench graph
              workbench graph --all > graph.mmd
            """)

    @Flag(help: "Include apps and tests.")
    var all = false

    @OptionGroup var options: WorkspaceOptions

    func run() async throws {
        let manifest = try await options.load { try Manifest(root: $0) }
        print(manifest.graph(all: all))
    }
}
