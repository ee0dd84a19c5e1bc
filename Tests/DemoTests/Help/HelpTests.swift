import ArgumentParser
import Foundation
import Testing

@testable import CommandLine
@testable import strata

@Suite("The help of strata")
struct HelpTests {
    @Test("every command has a purpose of one line, and examples before its options")
    func examplesFirst() throws {
        for command in try AnyCommand.all() where command.info.commandName != "help" {
            #expect(command.info.abstract?.isEmpty == false && command.info.abstract?.contains("\n") == false)
            #expect(command.info.discussion?.hasPrefix("EXAMPLES:\n  strata ") == true, "\(command.path)")
        }
    }

    @Test("a command's own options come before the shared ones, and ordering a text loses none of its lines")
    func ordering() throws {
        let lines = { (text: String) in text.split(separator: "\n") }
        for command in try AnyCommand.all() {
            let text = try Self.text(of: command.words + ["--help"])
            #expect(lines(HelpText.ordered(text)).sorted() == lines(text).sorted())
        }
        let list = HelpText.ordered(try Self.text(of: ["time-entries", "list", "--help"]))
        #expect(
            lines(list).compactMap { $0.firstMatch(of: /^([A-Z]+):/)?.1 } == [
                "OVERVIEW", "EXAMPLES", "USAGE", "OPTIONS", "REQUEST", "STORAGE", "OUTPUT", "DIAGNOSTICS",
            ])
    }

    @Test("strata prints its version, the text of a topic, and a completion script with the values of options")
    func printed() async throws {
        let version = try await Workplace.strata(["--version"])
        #expect(version.output.contains(/^strata \d+\.\d+\.\d+ \(([0-9a-f]{8}|unknown commit)\)\n$/))
        #expect(try Self.text(of: ["help", "exit-codes"]) == HelpTopic.exitCodes.text)
        let script = Strata.completionScript(for: .bash)
        #expect(["time-entries", "--ca-file", "urlsession", "ephemeral"].allSatisfy { script.contains($0) })
    }

    @Test("a reader that ends early is no failure", arguments: ["graph", "--help"])
    func earlyEnd(command: String) async throws {
        try await UnreadOutput.check([command], UnreadOutput.closedPipe, endsWith: 0, usesData: false)
    }

    /// What a command line without a command of its own prints.
    private static func text(of words: [String]) throws -> String {
        do {
            var command = try Strata.parsed(words)
            try command.run()
            return ""
        } catch {
            return Strata.fullMessage(for: error, columns: 80)
        }
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
