import ArgumentParser

/// The first word of a command line that should name a command or an option, and names none.
///
/// The parser reports a missing argument before an unknown option, although a mistyped option is often the reason that
/// the argument is missing. This check runs only if the command line is not valid.
struct Misspelling: Error, Equatable {
    let message: String
    /// The command whose help lists what would have been right, such as `strata time-entries`.
    let command: String

    /// - Parameter words: the command line without the program's name.
    init?(in words: [String], of root: any ParsableCommand.Type) throws {
        let isHelp = words.first == "help"
        var command = root
        var path = root._commandName
        var words = words.dropFirst(isHelp ? 1 : 0)
        // Only the current command is described: in a debug build, the parser takes seconds to describe all commands.
        var described: CommandInfo?
        while let word = words.popFirst(), word != "--" {
            if word.hasPrefix("-"), word != "-" {
                let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
                if Self.builtIn.contains(name) || word.dropFirst().allSatisfy({ $0.isNumber || $0 == "." }) { continue }
                let info = try described ?? CommandInfo.of(command)
                described = info
                guard let argument = info.argument(named: name) else {
                    self.init(option: word.hasPrefix("--") ? name : word, of: info, at: path)
                    return
                }
                guard argument.kind == .option, name == word, let next = words.first else { continue }
                if argument.takesAnyWord || !next.hasPrefix("-") || next == "-" { words = words.dropFirst() }
                continue
            }
            let subcommands = command.configuration.subcommands
            if let subcommand = subcommands.first(where: { $0._commandName == word }) {
                (command, described) = (subcommand, nil)
                path += " " + word
            } else if !subcommands.isEmpty {
                let more = command != root ? [] : ["help"] + (isHelp ? HelpTopic.allCases.map(\.rawValue) : [])
                if more.contains(word) { return nil }
                let known = subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName } + more
                self.init(
                    message: "Unknown command \(word.printable)." + Self.suggestion(word.nearest(among: known)),
                    command: path)
                return
            }
        }
        return nil
    }

    private init(message: String, command: String) {
        (self.message, self.command) = (message, command)
    }

    private init(option: String, of command: CommandInfo, at path: String) {
        let isTooEarly = command.has(argument: option)
        let known = (command.arguments ?? []).filter(\.shouldDisplay).flatMap(\.spellings).filter { $0.hasPrefix("--") }
        let nearest = String(option.drop { $0 == "-" }).nearest(among: known.map { String($0.dropFirst(2)) })
        self.init(
            message: "Unknown option \(option.printable)."
                + (isTooEarly
                    ? " Write it after the command, as in `\(path) COMMAND \(option)`."
                    : Self.suggestion(nearest.map { "--" + $0 })),
            command: path)
    }

    /// Options of the parser that its description does not list.
    private static let builtIn: Set<String> = [
        "--help", "-h", "--help-hidden", "--version", "--experimental-dump-help", "--generate-completion-script",
    ]

    private static func suggestion(_ name: String?) -> String { name.map { " Did you mean \($0)?" } ?? "" }
}

extension String {
    /// The most similar of some names: one that begins with this text, or differs in few characters; `nil` if none is
    /// similar.
    fileprivate func nearest(among names: [String]) -> String? {
        let limit = count < 4 ? 1 : count < 7 ? 2 : 3
        if count > 1, let name = names.first(where: { $0.hasPrefix(self) }) { return name }
        return names.map { ($0, editDistance(to: $0)) }.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
    }
}
