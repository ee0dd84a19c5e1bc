import Foundation

/// The subcommands and options of an executable, as `--experimental-dump-help` describes them.
struct CommandTree: Decodable, Sendable {
    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var option: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let names: [Name]?
    }

    private struct Dump: Decodable { let command: CommandTree }

    let commandName: String
    private let arguments: [Argument]?
    private let subcommands: [CommandTree]?

    init(dump: Data) throws { self = try JSONDecoder().decode(Dump.self, from: dump).command }

    /// The commands of the two apps in `folder` and of this tool.
    static func all(in folder: String) throws -> [CommandTree] {
        let this = Bundle.main.executablePath ?? CommandLine.arguments[0]
        return try [folder + "/strata", folder + "/strata-backend", this].map { executable in
            guard let (_, dump) = try? Shell.run([executable, "--experimental-dump-help"], in: "."),
                let tree = try? CommandTree(dump: dump)
            else {
                throw WorkbenchError("\(executable) does not describe its commands. Build it with `make programs`.")
            }
            return tree
        }
    }

    /// Whether each option takes a value. ArgumentParser accepts three for every command.
    private var options: [String: Bool] {
        let own = (arguments ?? []).filter { $0.kind != "positional" }.flatMap { argument in
            (argument.names ?? []).map { ($0.option, argument.kind == "option") }
        }
        return Dictionary(own + [("--help", false), ("-h", false), ("--version", false)]) { first, _ in first }
    }

    var allOptions: Set<String> { (subcommands ?? []).reduce(Set(options.keys)) { $0.union($1.allOptions) } }

    /// What is wrong with the first word that the parser rejects; `nil` if it accepts all of them.
    func fault(in words: some Sequence<String>) -> String? {
        var (node, path, skipsValue) = (self, commandName, false)
        for word in words {
            if skipsValue {
                skipsValue = false
            } else if ["--", ">", ">>", "<", "2>", "help"].contains(word) {
                return nil
            } else if word.hasPrefix("-"), word.count > 1 {
                guard !word.optionName.isPlaceholder else { continue }
                guard let takesValue = node.options[word.optionName] else {
                    return "`\(path)` has no option \(word.optionName)"
                }
                skipsValue = takesValue && !word.contains("=")
            } else if let subcommands = node.subcommands {
                guard !word.isPlaceholder else { return nil }
                guard let next = subcommands.first(where: { $0.commandName == word }) else {
                    return "`\(path)` has no subcommand \(word)"
                }
                (node, path) = (next, path + " " + word)
            }
        }
        return nil
    }
}
