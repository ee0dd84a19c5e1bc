import Foundation

/// The subcommands and options of an executable, as its parser describes them.
struct CommandTree: Sendable {
    let name: String
    /// Whether an option takes a value.
    private let options: [String: Bool]
    private let subcommands: [CommandTree]

    /// - Parameter dump: the output of `--experimental-dump-help`.
    init(dump: Data) throws { self.init(try JSONDecoder().decode(Dump.self, from: dump).command) }

    /// The commands of the two apps in `folder` and of this tool.
    static func all(in folder: String) throws -> [CommandTree] {
        let this = Bundle.main.executablePath ?? CommandLine.arguments[0]
        return try [folder + "/strata", folder + "/strata-backend", this].map { executable in
            guard let (_, dump) = try? Shell.run([executable, "--experimental-dump-help"], in: "/"),
                let tree = try? CommandTree(dump: dump)
            else {
                throw WorkbenchError("\(executable) does not describe its commands. Build it with `make programs`.")
            }
            return tree
        }
    }

    private init(_ node: Dump.Node) {
        name = node.commandName
        let names = (node.arguments ?? []).filter { $0.kind != "positional" }.flatMap { argument in
            (argument.names ?? []).map { (($0.kind == "long" ? "--" : "-") + $0.name, argument.kind == "option") }
        }
        // ArgumentParser accepts these for every command.
        options = Dictionary(names + [("--help", false), ("-h", false), ("--version", false)]) { first, _ in first }
        subcommands = (node.subcommands ?? []).map(CommandTree.init)
    }

    var allOptions: Set<String> { subcommands.reduce(Set(options.keys)) { $0.union($1.allOptions) } }

    /// What is wrong with the first word that the parser rejects; `nil` if it accepts all of them.
    func fault(in words: some Sequence<String>) -> String? {
        var (node, path, skipsValue) = (self, name, false)
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
            } else if !node.subcommands.isEmpty {
                guard !word.isPlaceholder else { return nil }
                guard let next = node.subcommands.first(where: { $0.name == word }) else {
                    return "`\(path)` has no subcommand \(word)"
                }
                (node, path) = (next, path + " " + word)
            }
        }
        return nil
    }
}

private struct Dump: Decodable {
    struct Node: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
            }

            let kind: String
            let names: [Name]?
        }

        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Node]?
    }

    let command: Node
}
