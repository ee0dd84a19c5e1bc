import ArgumentParser
import CommandLine
import Composition
import Foundation
import Lab

/// The command-line interface of the sample app.
@main
struct Strata: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: AppName.command,
        abstract: "Log in to an HTTP API and use its features.",
        discussion: """
            EXAMPLES:
              strata demo                    take a guided tour
              strata serve                   run the sample backend
              strata login you@example.com   log in
              strata whoami --json           print results as JSON
              strata api /v2/health --trace  send any request

            Results go to standard output, everything else to standard error. Exit codes: `strata help exit-codes`. \
            Settings: `strata help settings`.
            """,
        version: AppName.version,
        subcommands: [
            LoginCommand.self, LogoutCommand.self, WhoAmICommand.self, UsersCommand.self, AvatarCommand.self,
        ] + features + [
            OutboxCommand.self, DoctorCommand.self, GraphCommand.self, CompletionsCommand.self,
        ] + Lab.commands)

    static func main() async {
        StandardStreams.openClosed()
        // A reader that ends early, such as `head`, must not end this process: the write fails instead.
        signal(SIGPIPE, SIG_IGN)
        do {
            try checkText()
            var command = try parsed(Array(CommandLine.arguments.dropFirst()))
            if var command = command as? any AsyncParsableCommand {
                try SystemLimits.check()
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(reporting: error)
        }
    }

    /// Throws for an argument or a variable that is not UTF-8. Swift repairs its bytes, so the command would use
    /// another file or send another value. The message does not repeat the text, because it may be a secret.
    private static func checkText() throws(Failure) {
        let words = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        for (index, word) in words.enumerated().dropFirst()
        where word.map({ String(validatingCString: $0) }) == .some(nil) {
            throw Failure(
                "Argument \(index) is not text in UTF-8. Write it in UTF-8, or put other bytes in a file.", .usage)
        }
        for name in Variables.known + UserFolders.variables
        where getenv(name).map({ String(validatingCString: $0) }) == .some(nil) {
            throw Failure("The variable \(name) is not text in UTF-8.", .usage)
        }
    }

    /// The command that a command line names. After `help`, a word can also be a topic.
    static func parsed(_ words: [String]) throws -> any ParsableCommand {
        if words.first == "help", words.count == 2, let topic = HelpTopic(rawValue: words[1]) {
            throw CleanExit.message(topic.text)
        }
        return try parseAsRoot(words)
    }

    /// Ends the process. A usage error gets the same prefix as all other errors.
    private static func exit(reporting error: any Error) -> Never {
        let terminal = Terminal()
        let code = exitCode(for: error)
        let message = fullMessage(for: error)
        if code.isSuccess { terminal.print(HelpText.ordered(message)) }
        if let failure = error as? Failure ?? terminal.lostOutput {
            terminal.report(failure)
            exit(withError: ExitCode(failure.status.rawValue))
        }
        if code.isSuccess { exit(withError: code) }
        guard message.hasPrefix("Error: ") else { exit(withError: error) }
        terminal.message("\(explained(message.dropFirst("Error: ".count), CommandLine.arguments))")
        exit(withError: ExitCode(Failure.Status.usage.rawValue))
    }

    /// The message of a usage error, with a hint if a value was taken for an option, because it begins with `-`.
    static func explained(_ message: Substring, _ words: [String]) -> String {
        guard let name = message.firstMatch(of: /^Missing value for '(-\S+) <.*>'/)?.output.1,
            let index = words.firstIndex(of: String(name)), index + 1 < words.count, words[index + 1].hasPrefix("-")
        else { return String(message) }
        let command = words.dropFirst().reduce(Strata.self as any ParsableCommand.Type) { command, word in
            command.configuration.subcommands.first { $0.configuration.commandName == word } ?? command
        }
        let help = helpMessage(for: command)
        let long = name.hasPrefix("--") ? name : help.firstRange(of: "\(name), ").map { help[$0.upperBound...] } ?? name
        // Any other text may be a secret.
        let value = words[index + 1].wholeMatch(of: /-[0-9.]+/) == nil ? "-…" : words[index + 1]
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        let hint = "\(lines[0]). Put a value that begins with - behind an =: \(long.prefix { $0 != " " })=\(value)"
        return ([Substring(hint)] + lines.dropFirst()).joined(separator: "\n")
    }
}
