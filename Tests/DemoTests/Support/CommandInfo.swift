import ArgumentParser
import Foundation

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
