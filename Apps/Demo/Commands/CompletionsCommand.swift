import ArgumentParser
import Composition

struct CompletionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print the completion script of a shell.",
        discussion: """
            EXAMPLES:
              strata completions bash > ~/.local/share/bash-completion/completions/strata
              strata completions zsh > ~/.zfunc/_strata
              strata completions fish > ~/.config/fish/completions/strata.fish

            Create the folder first if it is missing. bash needs the package bash-completion. For zsh, write these lines \
            into ~/.zshrc: fpath+=~/.zfunc and autoload -Uz compinit && compinit. Open a new shell afterwards.
            """)

    /// The shells that the parser writes scripts for.
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
