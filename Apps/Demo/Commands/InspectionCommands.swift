import ArgumentParser
import CommandLine
import Composition
import Primitives

struct DoctorCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the local data, SQLite, the disk, the server and the clock.",
        examples: "strata doctor", "strata doctor --deep --json",
        notes: """
            Changes nothing. The exit code is 74 if local data is damaged or can't be used, and 0 otherwise, even with \
            warnings, such as a server that can't be reached.
            """)

    @Flag(help: "Check the database files completely, with their indexes.")
    var deep = false

    @OptionGroup var options: GlobalOptions

    func storeUse(_ settings: RunSettings) -> StoreUse { .unused }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let server = Origin(app.settings.baseURL)
        let checks = try await app.examine(isDeep: deep).map { $0.worded(at: server) }
        let outputs = checks.map { check in
            Output([
                .json("subject", check.subject.rawValue), .json("state", check.state.rawValue),
                .json("finding", check.finding), .json("advice", check.advice),
            ])
        }
        try terminal.show(Output([.json("checks", outputs)]), json: options.json) {
            for check in checks { check.lines(terminal).forEach { terminal.print($0) } }
        }
        let broken = checks.filter { $0.state == .broken }.map(\.subject.rawValue)
        guard broken.isEmpty else {
            throw Failure("Damaged or not usable: \(broken.joined(separator: ", ")).", .storage)
        }
    }
}

extension HealthCheck {
    /// The check in the command line's own words, which name its options and commands, also for a failed call.
    fileprivate func worded(at server: Origin?) -> HealthCheck {
        var check = self
        check.finding = (failure.map { Failure($0, at: server).message } ?? finding).namingDataFolderOption
        check.advice =
            subject == .outbox && state == .warning
            ? "`\(AppName.command) outbox list` shows why." : advice?.namingDataFolderOption
        return check
    }

    fileprivate func lines(_ terminal: Terminal) -> [String] {
        let label = "\(state.rawValue.padded(to: 9))\(subject.rawValue.padded(to: 8))"
        let limit = terminal.columns ?? .max
        return finding.printable.hanging(after: label, in: limit)
            + (advice.map { $0.printable.hanging(after: "".padded(to: label.columns) + "→ ", in: limit) } ?? [])
            .map(terminal.dim)
    }
}

struct GraphCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Print the dependency graph as a Mermaid chart.",
        examples: "strata graph > graph.mmd",
        notes: "Creates none of the dependencies.")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try await Command.run { terminal in
            let settings = try await SettingsReader(options: options).read(warning: terminal)
            let graph = ComposedApp.graph(settings.app)
            let nodes = graph.nodes.map { node in
                Output([.json("key", node.key), .json("lifetime", node.lifetime), .json("needs", node.needs)])
            }
            try terminal.show(Output([.json("nodes", nodes)]), json: options.json) { terminal.print(graph.mermaid) }
        }
    }
}

struct CompletionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completion script of a shell.",
        examples: "strata completions bash > ~/.local/share/bash-completion/completions/strata",
        "strata completions zsh > ~/.zfunc/_strata", "strata completions fish > ~/.config/fish/completions/strata.fish",
        notes: """
            Create the folder first if it is missing. bash needs the package bash-completion. For zsh, write these lines \
            into ~/.zshrc: fpath+=~/.zfunc and autoload -Uz compinit && compinit. Open a new shell afterwards.
            """)

    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    @Argument(help: "The shell.")
    var shell: Shell

    func run() async throws {
        guard let shell = CompletionShell(rawValue: shell.rawValue) else { return }
        try await Command.run { terminal in terminal.print(Strata.completionScript(for: shell)) }
    }
}
