/// Looks up the commands and options that documents name among those of the built executables.
struct CommandNames {
    private let trees: [CommandTree]
    /// Options that documents and scripts use with other programs.
    private let foreignOptions: Set<String>

    /// - Parameter documents: all documents of the workspace, including scripts.
    init(trees: [CommandTree], documents: [MarkdownDocument]) {
        self.trees = trees
        let names = Set(trees.map(\.name))
        let commands = documents.flatMap(\.references).filter { $0.kind == .code || $0.kind == .command }
            .flatMap { ShellCommand.commands(in: $0.text) }
        let foreign = commands.filter { command in
            command.words.first?.hasPrefix("-") == false && !command.words.contains { names.contains($0.lastComponent) }
        }
        foreignOptions = Set(foreign.flatMap(\.words).filter { $0.hasPrefix("-") }.map(\.optionName))
    }

    func breaches(in document: MarkdownDocument) -> [Breach] {
        let added = Self.addedFeatures(in: document)
        return document.references.flatMap { reference in
            faults(in: reference).filter { fault in
                // For example, `strata credit-notes` after `make feature NAME=CreditNote`.
                let word = fault.subject.split(separator: " ").last?.filter { $0 != "-" } ?? ""
                return !added.contains(where: word.hasPrefix)
            }.map { subject, what in
                Breach(
                    file: document.path, line: reference.line, rule: "examples", subject: subject, what: what,
                    fix: "Write a name that the command's --help lists")
            }
        }
    }

    /// The features that a page adds, in lower case, and the commands that its code declares, without hyphens. They
    /// exist after that.
    private static func addedFeatures(in document: MarkdownDocument) -> [String] {
        document.references.flatMap { reference in
            reference.kind == .swift
                ? reference.text.matches(of: /\bcommandName: "([\w\-]+)"/).map { $0.output.1.filter { $0 != "-" } }
                : reference.text.matches(of: /\bmake feature NAME=(\w+)/).map { $0.output.1.lowercased() }
        }
    }

    private func faults(in reference: MarkdownReference) -> [(subject: String, what: String)] {
        switch reference.kind {
        case .link, .swift:
            return []
        case .code where reference.text.hasPrefix("--") && !reference.text.isPlaceholder:
            // `--timeout`, `--timeout 5`, without its command.
            let option = String(reference.text.prefix { $0 != " " }).optionName
            let isKnown = foreignOptions.contains(option) || trees.contains { $0.allOptions.contains(option) }
            return isKnown || option == "--" ? [] : [(option, "no command has an option \(option)")]
        case .code where !reference.text.contains(" "):
            return []
        case .code, .command:
            return ShellCommand.commands(in: reference.text).compactMap { command in
                // `swift run strata`, `.build/debug/strata`, `env A=1 strata`.
                guard
                    let index = command.words.firstIndex(where: { word in
                        trees.contains { $0.name == word.lastComponent }
                    }),
                    command.words[..<index].allSatisfy(Self.precedes), !command.words.contains("--product"),
                    let tree = trees.first(where: { $0.name == command.words[index].lastComponent })
                else { return nil }
                return tree.fault(in: command.words[(index + 1)...])
            }
        }
    }

    private static func precedes(_ word: String) -> Bool {
        ["swift", "run", "env", "time", "exec", "sudo", "if", "then", "do", "!", "timeout"].contains(word)
            || word.hasPrefix("-") || word.contains("=") || word.allSatisfy(\.isNumber)
    }
}

extension String {
    fileprivate var lastComponent: String {
        split(separator: "/").last.map(String.init) ?? self
    }

    fileprivate var optionName: String {
        String(prefix { $0 != "=" })
    }
}
