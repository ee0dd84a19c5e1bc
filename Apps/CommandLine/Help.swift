package import ArgumentParser
import Composition
import Foundation

/// The help of a command, as the parser renders it, in the order in which a reader needs it.
package enum HelpText {
    /// Moves a command's own options, which the parser lists last, before the shared ones.
    package static func ordered(_ text: String) -> String {
        var blocks = text.components(separatedBy: "\n\n")
        guard let usage = blocks.firstIndex(where: { $0.hasPrefix("USAGE:") }),
            let first = blocks[(usage + 1)...].firstIndex(where: { !$0.hasPrefix("ARGUMENTS:") }),
            let own = blocks.lastIndex(where: { $0.hasPrefix("OPTIONS:") }), own > first,
            // --version and --help are in the same block; alone, they stay at the end.
            blocks[own].split(separator: "\n").count(where: { $0.hasPrefix("  -") }) > 2
        else { return text }
        let block = blocks.remove(at: own)
        blocks.insert(block.trimmingSuffix("\n"), at: first)
        return blocks.joined(separator: "\n\n").trimmingSuffix("\n") + "\n"
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: Character) -> String {
        String(reversed().drop { $0 == suffix }.reversed())
    }
}

/// A topic that `strata help` explains besides the commands.
package enum HelpTopic: String, CaseIterable {
    case exitCodes = "exit-codes"
    case settings

    package var text: String {
        switch self {
        case .exitCodes:
            "EXIT CODES:\n"
                + Self.columns([("0", "done")] + Failure.Status.allCases.map { ("\($0.rawValue)", $0.meaning) })
        case .settings:
            """
            A setting comes from its option, then from its environment variable, then from
            the settings file, a JSON object: ~/.config/\(AppName.command)/settings.json, or the file
            of --settings or \(Variables.settings). Names correspond: --base-url,
            \(SettingKey.baseURL.variable) and base_url.\(Self.onlyInFile)

            OPTIONS, VARIABLES AND KEYS OF THE FILE:
            \(SettingKey.allCases.map(\.help).joined(separator: "\n"))

            VARIABLES WITHOUT AN OPTION:
            \(Self.columns([
                (Variables.apiKey, "the key of `\(AppName.command) api --auth api-key`"),  // Part: lab
                (Variables.token, "the token of `\(AppName.command) api --auth bearer`"),  // Part: lab
                ("NO_COLOR", "no colors, if it is not empty"),
            ]))
            """
        }
    }

    private static var onlyInFile: String {
        SettingsSource.objectKeys.map { " Only the file can contain \($0)." }.joined()
    }

    private static func columns(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { "  " + $0.padding(toLength: width, withPad: " ", startingAt: 0) + $1 }
            .joined(separator: "\n")
    }
}

extension CommandConfiguration {
    /// - Parameter examples: command lines, which help shows first.
    package init(
        commandName: String, abstract: String, examples: String..., notes: String = "",
        subcommands: [any ParsableCommand.Type] = []
    ) {
        let lines = (["EXAMPLES:"] + examples.map { "  " + $0 }).joined(separator: "\n")
        self.init(
            commandName: commandName, abstract: abstract,
            discussion: notes.isEmpty ? lines : lines + "\n\n" + notes, subcommands: subcommands)
    }
}
