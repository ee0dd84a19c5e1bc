import Foundation

/// The subcommands and options of an executable, as its parser describes them.
struct CommandTree: Sendable {
    let name: String
    private let options: [String: Bool]
    private let subcommands: [CommandTree]

    /// Reads the output of `--experimental-dump-help`.
    init(dump: Data) throws {
        self.init(try JSONDecoder().decode(Dump.self, from: dump).command)
    }

    /// - Throws: ``ExampleError/noCommands(_:)``.
    init(of executable: URL) throws {
        let process = try ChildProcess.run([executable.path, "--experimental-dump-help"], in: URL(filePath: "/"))
        guard let tree = try? CommandTree(dump: process.output) else {
            throw ExampleError.noCommands(executable.path)
        }
        self = tree
    }

    private init(_ node: Dump.Node) {
        name = node.commandName
        let names = (node.arguments ?? []).filter { $0.kind != "positional" }.flatMap { argument in
            (argument.names ?? []).map { name in
                ((name.kind == "long" ? "--" : "-") + name.name, argument.kind == "option")
            }
        }
        // ArgumentParser accepts these for every command.
        options = Dictionary(names + [("--help", false), ("-h", false), ("--version", false)]) { first, _ in first }
        subcommands = (node.subcommands ?? []).map(CommandTree.init)
    }

    /// Every option of this command and its subcommands.
    var allOptions: Set<String> {
        subcommands.reduce(Set(options.keys)) { $0.union($1.allOptions) }
    }

    /// The first word that the parser does not know, and what is wrong with it; `nil` if it knows all words.
    ///
    /// - Parameter words: the words after the executable's name.
    func fault(in words: some Sequence<String>) -> (subject: String, what: String)? {
        var node = self
        var path = name
        var isHelp = false
        var skipsValue = false
        for word in words {
            if skipsValue {
                skipsValue = false
            } else if ["--", ">", ">>", "<", "2>"].contains(word) {
                return nil
            } else if word.hasPrefix("-"), word.count > 1 {
                let option = String(word.prefix { $0 != "=" })
                guard !option.isPlaceholder else { continue }
                guard let takesValue = node.options[option] else {
                    return ("\(path) \(option)", "`\(path)` has no option \(option)")
                }
                skipsValue = takesValue && !word.contains("=")
            } else if word == "help", node.name == name, !isHelp {
                isHelp = true
            } else if !node.subcommands.isEmpty {
                guard !word.isPlaceholder else { return nil }
                guard let next = node.subcommands.first(where: { $0.name == word }) else {
                    // `strata help exit-codes` is a topic, which the parser does not list.
                    guard !isHelp || node.name != name else { return nil }
                    return ("\(path) \(word)", "`\(path)` has no subcommand \(word)")
                }
                node = next
                path += " " + word
            }
        }
        return nil
    }
}

/// The parser's own format.
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
