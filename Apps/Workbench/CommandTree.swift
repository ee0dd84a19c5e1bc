import Foundation

/// The subcommands and options of an executable, as `--experimental-dump-help` describes them.
struct CommandTree: Decodable, Sendable {
    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let names: [Name]?
    }

    private struct Dump: Decodable { let command: CommandTree }

    let commandName: String
    private let arguments: [Argument]?
    private let subcommands: [CommandTree]?

    init(dump: Data) throws { self = try JSONDecoder().decode(Dump.self, from: dump).command }

    /// The commands of the two apps in `folder`, as far as it has them.
    static func all(in folder: String) throws -> [CommandTree] {
        let programs = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try ["strata", "strata-backend"].filter(programs.contains).map { name in
            try CommandTree(dump: Shell.run(["\(folder)/\(name)", "--experimental-dump-help"], in: ".").output)
        }
    }

    /// Whether each option takes a value. ArgumentParser accepts three for every command.
    private var options: [String: Bool] {
        let own = (arguments ?? []).filter { $0.kind != "positional" }.flatMap { argument in
            (argument.names ?? []).map { (($0.kind == "long" ? "--" : "-") + $0.name, argument.kind == "option") }
        }
        return Dictionary(own + [("--help", false), ("-h", false), ("--version", false)]) { first, _ in first }
    }

    var allOptions: Set<String> { (subcommands ?? []).reduce(Set(options.keys)) { $0.union($1.allOptions) } }

    /// What is wrong with the first word that the parser rejects; `nil` if it accepts all of them.
    func fault(in words: ArraySlice<String>) -> String? {
        guard let word = words.first, !["--", ">", ">>", "<", "2>", "help"].contains(word) else { return nil }
        if word.hasPrefix("-"), word.count > 1, !word.optionName.isPlaceholder {
            guard let takesValue = options[word.optionName] else {
                return "`\(commandName)` has no option \(word.optionName)"
            }
            return fault(in: words.dropFirst(takesValue && !word.contains("=") ? 2 : 1))
        }
        guard let subcommands, !word.hasPrefix("-") else { return fault(in: words.dropFirst()) }
        let next = subcommands.first { $0.commandName == word }
        if next == nil, !word.isPlaceholder { return "`\(commandName)` has no subcommand \(word)" }
        return next?.fault(in: words.dropFirst())
    }
}
