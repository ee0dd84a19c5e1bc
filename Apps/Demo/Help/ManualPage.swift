import Composition
import Foundation

/// The manual page in the macros of man(7), with the parser's description of every command.
struct ManualPage {
    private let root: CommandInfo
    /// The options that most commands have, and --version and --help, which all have.
    private let shared: [ArgumentInfo]

    init() throws {
        root = try CommandInfo.of(Strata.self)
        let options = try CommandInfo.of(GlobalOptions.self).arguments ?? []
        shared = (root.arguments ?? []) + options.filter { !$0.spellings.contains("--help") }
    }

    var text: String {
        let lines =
            [".TH \(AppName.command.uppercased()) 1 \"\" \"\(AppName.command) \(BuildVersion.number)\"", ".SH NAME"]
            + ["\(root.commandName) \\- \(Self.escaped(root.abstract ?? ""))", ".SH SYNOPSIS"]
            + [".B \(root.commandName)", "COMMAND [OPTIONS]", ".SH DESCRIPTION"] + Self.paragraphs(root.discussion)
            + [".SH COMMANDS"] + root.shownSubcommands.flatMap { commands($0, path: root.commandName) }
            + [".SH SHARED OPTIONS", "Most commands have these options."]
            + shared.flatMap(Self.entry)
            + HelpTopic.allCases.flatMap { topic in
                [".SH \(topic == .settings ? "ENVIRONMENT" : "EXIT STATUS")", ".nf"]
                    + topic.text.split(separator: "\n", omittingEmptySubsequences: false).map {
                        Self.escaped(String($0))
                    }
                    + [".fi"]
            }
        return lines.joined(separator: "\n") + "\n"
    }

    private func commands(_ command: CommandInfo, path: String) -> [String] {
        let path = path + " " + command.commandName
        let names = Set(shared.flatMap(\.spellings))
        let own = (command.arguments ?? []).filter { $0.shouldDisplay && names.isDisjoint(with: $0.spellings) }
        return [".SS \(Self.escaped(path))", Self.escaped(command.abstract ?? "")]
            + (command.discussion.map { [".PP"] + Self.paragraphs($0) } ?? []) + own.flatMap(Self.entry)
            + command.shownSubcommands.flatMap { commands($0, path: path) }
    }

    private static func entry(_ argument: ArgumentInfo) -> [String] {
        let value = argument.kind == .flag ? "" : argument.valueName.map { " <\($0)>" } ?? ""
        let label = argument.spellings.joined(separator: ", ") + value
        let standard = argument.defaultValue.map { " (default: \($0))" } ?? ""
        return [
            ".TP", ".B \(escaped(label.trimmingCharacters(in: .whitespaces)))",
            escaped((argument.abstract ?? "") + standard),
        ]
    }

    /// The paragraphs of a text. One with indented lines keeps its line breaks.
    private static func paragraphs(_ text: String?) -> [String] {
        (text ?? "").components(separatedBy: "\n\n").flatMap { block in
            let lines = block.split(separator: "\n").map { escaped(String($0)) }
            return block.contains("\n  ") || block.hasPrefix("  ") ? [".PP", ".nf"] + lines + [".fi"] : [".PP"] + lines
        }
    }

    /// The text, escaped so that no character has a meaning for roff.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
