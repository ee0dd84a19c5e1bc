import ArgumentParser
import Foundation
import Testing

@testable import Demo

@Suite("The help of strata")
struct HelpTests {
    @Test("every command has a purpose of one line, and examples before its options")
    func examplesFirst() throws {
        for command in try AnyCommand.all() where command.info.commandName != "help" {
            #expect(command.info.abstract?.isEmpty == false && command.info.abstract?.contains("\n") == false)
            #expect(command.info.discussion?.hasPrefix("EXAMPLES:\n  strata ") == true, "\(command.path)")
        }
    }

    @Test("a command's own options come before the shared ones, which are below their headings")
    func headings() throws {
        let headings = try Self.headings(of: ["time-entries", "list"])
        #expect(
            headings == ["OVERVIEW", "EXAMPLES", "USAGE", "OPTIONS", "REQUEST", "STORAGE", "OUTPUT", "DIAGNOSTICS"])
        let api = try Self.headings(of: ["api"])
        #expect(
            api == [
                "OVERVIEW", "EXAMPLES", "USAGE", "ARGUMENTS", "REQUEST", "AUTHENTICATION", "OUTPUT", "STORAGE",
                "DIAGNOSTICS", "OPTIONS",
            ])
        let login = try Self.headings(of: ["login"])
        #expect(login[2...4] == ["USAGE", "ARGUMENTS", "OPTIONS"])
    }

    @Test("ordering a help text loses none of its lines")
    func ordering() throws {
        for command in try AnyCommand.all() {
            let text = try Self.help(of: command.words)
            let lines = { (text: String) in text.split(separator: "\n").sorted() }
            #expect(lines(HelpText.ordered(text)) == lines(text))
        }
    }

    @Test("strata help explains a topic, and --version prints name, version and commit")
    func topics() async throws {
        let codes = try await Workplace.strata(["help", "exit-codes"])
        #expect(codes.code == 0 && codes.output == HelpTopic.exitCodes.text + "\n")
        let version = try await Workplace.strata(["--version"])
        #expect(version.code == 0)
        #expect(version.output.contains(/^strata \d+\.\d+\.\d+ \(([0-9a-f]{8}|unknown commit)\)\n$/))
    }

    @Test(
        "a mistyped option or command is a usage error with the prefix of all errors, before anything runs",
        arguments: [
            (["whoami", "--jsno"], "Unknown option '--jsno'. Did you mean '--json'?"), (["lgoin"], "lgoin"),
            (["--json", "whoami"], "--json"), (["time-entries", "lst"], "lst"),
        ])
    func mistyped(words: [String], part: String) async throws {
        let outcome = try await Workplace.strata(words)
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("strata: ") && outcome.errors.contains(part), "\(outcome.errors)")
    }

    private static func help(of words: [String]) throws -> String {
        do {
            var command = try Strata.parsed(words + ["--help"])
            try command.run()
            return ""
        } catch {
            return Strata.fullMessage(for: error, columns: 80)
        }
    }

    private static func headings(of words: [String]) throws -> [String] {
        HelpText.ordered(try help(of: words)).split(separator: "\n")
            .compactMap { $0.firstMatch(of: /^([A-Z]+):/)?.1 }.map(String.init)
    }
}

/// A command of the app, with the words that select it.
struct AnyCommand {
    let info: CommandInfo
    let words: [String]

    var path: String { (["strata"] + words).joined(separator: " ") }

    /// Every command, in the order of the help.
    static func all() throws -> [AnyCommand] { tree(try CommandInfo.of(Strata.self), []) }

    private static func tree(_ info: CommandInfo, _ words: [String]) -> [AnyCommand] {
        [AnyCommand(info: info, words: words)]
            + info.shownSubcommands.flatMap { tree($0, words + [$0.commandName]) }
    }
}

/// A command as the parser describes it in JSON.
struct CommandInfo: Decodable, Sendable {
    let commandName: String
    let shouldDisplay: Bool
    let abstract: String?
    let discussion: String?
    let subcommands: [CommandInfo]?

    /// The description of a command with all of its subcommands.
    static func of(_ type: (some ParsableArguments).Type) throws -> CommandInfo {
        try JSONDecoder().decode(Document.self, from: Data(type._dumpHelp().utf8)).command
    }

    private struct Document: Decodable { let command: CommandInfo }

    /// The subcommands that help lists.
    var shownSubcommands: [CommandInfo] { (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" } }
}
