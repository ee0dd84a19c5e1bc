import ArgumentParser
import Foundation

/// A command as the parser describes it in JSON.
struct CommandInfo: Decodable, Sendable {
    let commandName: String
    let shouldDisplay: Bool
    let abstract: String?
    let discussion: String?
    let subcommands: [CommandInfo]?
    let arguments: [ArgumentInfo]?

    /// The description of a command with all of its subcommands, or of a group of options.
    static func of(_ type: (some ParsableArguments).Type) throws -> CommandInfo {
        try JSONDecoder().decode(Document.self, from: Data(type._dumpHelp().utf8)).command
    }

    private struct Document: Decodable { let command: CommandInfo }

    /// The subcommands that help lists.
    var shownSubcommands: [CommandInfo] { (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" } }

    /// An option or flag by its name on the command line, such as `--json` or `-v`.
    func argument(named name: String) -> ArgumentInfo? {
        arguments?.first { $0.spellings.contains(name) }
    }

    /// Whether the command or one of its subcommands has an option or flag of this name.
    func has(argument name: String) -> Bool {
        argument(named: name) != nil || (subcommands ?? []).contains { $0.has(argument: name) }
    }
}

/// An argument, option or flag as the parser describes it.
struct ArgumentInfo: Decodable, Sendable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
        let kind: String
        let name: String

        var spelling: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: Kind
    let shouldDisplay: Bool
    let parsingStrategy: String
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?

    /// The names as a user types them; empty for a positional argument.
    var spellings: [String] { (names ?? []).map(\.spelling) }
    /// Whether the next word is the option's value even if it begins with a hyphen.
    var takesAnyWord: Bool { parsingStrategy == "unconditional" }
}
