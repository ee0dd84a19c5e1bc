/// One simple command of a shell line.
struct ShellCommand: Equatable {
    let words: [String]

    /// The commands of a line, split at `&&`, `||`, `;` and `|`; the text after ` #` is a comment. Quotes group
    /// words. Variables that are set before a command are removed.
    static func commands(in line: String) -> [ShellCommand] {
        var commands: [ShellCommand] = []
        var words: [String] = []
        for word in split(line) {
            if ["&&", "||", ";", "|", "&"].contains(word) {
                commands.append(ShellCommand(words: words))
                words = []
            } else if !(words.isEmpty && word.contains("=")) {
                words.append(word)
            }
        }
        return (commands + [ShellCommand(words: words)]).filter { !$0.words.isEmpty }
    }

    private static func split(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        func close() {
            if !word.isEmpty {
                words.append(word)
            }
            word = ""
        }
        for character in line {
            if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    word.append(character)
                }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "#", word.isEmpty {
                break
            } else if character.isWhitespace {
                close()
            } else if character == ";" || character == "|" || character == "&" {
                if word != String(character) {
                    close()
                }
                word.append(character)
            } else {
                if ["&&", "||", ";", "|", "&"].contains(word) {
                    close()
                }
                word.append(character)
            }
        }
        close()
        return words
    }

    // MARK: Names in a command

    /// The targets that a `make` command names; none if it runs in another folder.
    var makeTargets: [String] {
        guard let rest = arguments(of: "make"), !rest.contains("-C"), !rest.contains("-f") else { return [] }
        return rest.filter { !$0.hasPrefix("-") && !$0.contains("=") && !$0.isPlaceholder }
    }

    /// The words after a command's name, `nil` for another command. A keyword of the shell or of a workflow, or a time
    /// limit, may precede the name.
    private func arguments(of name: String) -> ArraySlice<String>? {
        let rest = words.drop { Self.leading.contains($0) || Int($0) != nil }
        return rest.first == name ? rest.dropFirst() : nil
    }

    private static let leading: Set<String> = ["-", "run:", "if", "then", "else", "do", "!", "timeout"]

    /// The product that a command builds with `--product`, `nil` if it builds none, or builds in another package.
    var builtProduct: String? {
        guard !words.contains("--package-path"), let option = words.firstIndex(of: "--product"),
            option + 1 < words.count
        else { return nil }
        return words[option + 1].isPlaceholder ? nil : words[option + 1]
    }

    /// The product that a `swift run` command names, `nil` if it names none or runs in another package.
    var runProduct: String? {
        guard words.prefix(2) == ["swift", "run"], !words.contains("--package-path") else { return nil }
        var rest = words.dropFirst(2)
        while let word = rest.first, word.hasPrefix("-") {
            let takesValue = ["-c", "--configuration", "-j", "--jobs", "--scratch-path"].contains(word)
            rest = rest.dropFirst(takesValue ? 2 : 1)
        }
        return rest.first.flatMap { $0.isPlaceholder ? nil : $0 }
    }
}
