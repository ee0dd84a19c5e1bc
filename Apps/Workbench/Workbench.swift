import Foundation

/// The workspace's tool. `make check`, `make layers` and `make examples` run it in the top folder.
@main
enum Workbench {
    private static let usage = """
        workbench check [EXECUTABLES]
            Check imports and code against Docs/layers.json, and names in the documentation; with the folder of the built
            executables, subcommands and options too. A breach is one line: `file:line: rule: what, and why. Fix: …`.

        workbench examples EXECUTABLES [--update] [PAGE...]
            Run the blocks that begin with `$ `, and compare their output; --update writes it. Each page has an empty home
            folder and a backend of its own with fault switches; pages show /home/ada and 127.0.0.1:8080 instead. Times,
            dates, UUIDs, ports and widths of columns may differ. `…` marks omitted lines or text. Comments prepare a run,
            or exclude a block: <!-- run: echo nanosecond-wire > password -->, <!-- not run: takes a minute -->.

        workbench api FOLDER [--update]
            Compare the symbol graphs in FOLDER with Docs/engine-api.txt, the public declarations of the engine. --update writes
            that file, unless the changelog says nothing of a declaration that has gone.

        workbench review FOLDER [--baseline]
            Write FOLDER/index.html from what `make review` has put there: symbol graphs, coverage, the container's graph and
            a trace. Print the figures. --baseline stores them in Docs/review.json, to be compared with later ones.

        Exit codes: 0 no breaches, differences or excesses, 1 some found, 2 the command could not run.
        """

    static func main() {
        let root = FileManager.default.currentDirectoryPath
        var words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
        let options = Set(CommandLine.arguments).subtracting(words)
        do {
            switch words.isEmpty ? "" : words.removeFirst() {
            case "check":
                exit(try check(Workspace(root: root), executables: words.first) ? 0 : 1)
            case "examples" where !words.isEmpty:
                let runner = ExampleRunner(executables: words.removeFirst(), root: root)
                exit(try runner.run(pages: words, update: options.contains("--update")) ? 0 : 1)
            case "api" where !words.isEmpty:
                let api = try PublicAPI(symbols: words.removeFirst())
                let faults = try api.compare(in: root, update: options.contains("--update"))
                faults.forEach { print("\(PublicAPI.path):1: api: \($0)") }
                exit(faults.isEmpty ? 0 : 1)
            case "review" where !words.isEmpty:
                let review = try Review(Workspace(root: root), folder: words.removeFirst())
                exit(try review.write(asBaseline: options.contains("--baseline")) ? 0 : 1)
            default:
                print(usage)
                exit(options.contains("--help") ? 0 : 2)
            }
        } catch {
            FileHandle.standardError.write(Data("workbench: \(error.localizedDescription)\n".utf8))
            exit(2)
        }
    }

    private static func check(_ workspace: Workspace, executables: String?) throws -> Bool {
        let commands = try executables.map(CommandTree.all(in:)) ?? []
        let breaches =
            LayerCheck(workspace: workspace).breaches() + DocsCheck(workspace, commands: commands).breaches()
            + PictureCheck(workspace: workspace).breaches()
        breaches.forEach { print($0.text) }
        let count = breaches.isEmpty ? "no breaches" : breaches.count == 1 ? "1 breach" : "\(breaches.count) breaches"
        print("\(workspace.files.count) Swift files and \(workspace.pages.count) pages: \(count).")
        return breaches.isEmpty
    }
}

/// Why a command could not run.
struct WorkbenchError: LocalizedError {
    let errorDescription: String?

    init(_ description: String) { errorDescription = description }
}
