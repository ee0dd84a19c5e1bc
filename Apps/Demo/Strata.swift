import ArgumentParser
import Composition
import Foundation

/// The command-line interface of the sample app.
@main
struct Strata: AsyncParsableCommand {
    /// The name, version and commit: `strata 1.0.0 (b4f3717d)`.
    static var version: String { "\(AppName.command) \(BuildVersion.number) (\(BuildVersion.commit))" }
    static var userAgent: String { "\(AppName.command)/\(BuildVersion.number)" }

    static let configuration = CommandConfiguration(
        commandName: AppName.command,
        abstract: "Log in to an HTTP API, use its features, send requests.",
        discussion: """
            EXAMPLES:
              strata demo                    take a guided tour
              strata serve                   run the sample backend
              strata login ada@example.com   log in to it
              strata whoami --json           print results as JSON
              strata api /v2/health --trace  send any request

            Results go to standard output, everything else to standard error. Exit codes: `strata help exit-codes`. \
            Settings: `strata help settings`.
            """,
        version: version,
        subcommands: [
            DemoCommand.self, ServeCommand.self, LoginCommand.self, LogoutCommand.self, WhoAmICommand.self,
            UsersCommand.self, AvatarCommand.self,
        ] + Feature.all.map(\.command) + [
            TransfersCommand.self, APICommand.self, GraphQLCommand.self, GraphCommand.self, CompletionsCommand.self,
            ManCommand.self,
        ])

    static func main() async {
        StandardStreams.openClosed()
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            var command = try parsed(words)
            if var command = command as? any AsyncParsableCommand {
                try SystemLimits.check()
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(reporting: error, of: words)
        }
    }

    /// The command that a command line names. After `help`, a word can also be a topic. An unknown word is an error.
    static func parsed(_ words: [String]) throws -> any ParsableCommand {
        if words.first == "help" {
            if words.count == 2, let topic = HelpTopic(rawValue: words[1]) { throw CleanExit.message(topic.text) }
            if let misspelling = try Misspelling(in: words, of: Strata.self) { throw misspelling }
        }
        return try parseAsRoot(words)
    }

    /// Ends the process. A usage error gets the same prefix as all other errors.
    private static func exit(reporting error: any Error, of words: [String]) -> Never {
        let terminal = Terminal()
        let code = exitCode(for: error)
        let message = fullMessage(for: error)
        if code.isSuccess { terminal.print(HelpText.ordered(message)) }
        if let failure = error as? Failure ?? terminal.lostOutput {
            terminal.report(failure)
            exit(withError: ExitCode(failure.status.rawValue))
        }
        if code.isSuccess { exit(withError: code) }
        if let misspelling = (error as? Misspelling) ?? misspelling(in: words, after: message) {
            terminal.message(
                "\(misspelling.message)\n  See '\(misspelling.command) --help' for more information.")
        } else if message.hasPrefix("Error: ") {
            terminal.message("\(message.dropFirst("Error: ".count))")
        } else {
            exit(withError: error)
        }
        exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }

    /// A mistyped word, if the parser has rejected the command line.
    private static func misspelling(in words: [String], after message: String) -> Misspelling? {
        message.hasPrefix("Error: ") ? try? Misspelling(in: words, of: Strata.self) : nil
    }
}
