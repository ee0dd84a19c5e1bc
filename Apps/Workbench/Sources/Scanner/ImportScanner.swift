/// Finds the imports among a file's tokens, in every branch of every `#if`.
struct ImportScanner {
    private static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    private static let scopes: Set<String> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "var", "let", "actor",
    ]

    private let tokens: [Token]
    private var conditions = ConditionStack()

    /// The imports in source order.
    static func imports(in tokens: [Token]) -> [ImportDeclaration] {
        var scanner = ImportScanner(tokens: tokens)
        return scanner.scan()
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
    }

    private mutating func scan() -> [ImportDeclaration] {
        var imports: [ImportDeclaration] = []
        for (index, token) in tokens.enumerated() {
            if token.kind == .directive {
                conditions.enter(directive: token.text, condition: condition(after: index))
            } else if token.isWord("import"), let declaration = declaration(at: index) {
                imports.append(declaration)
            }
        }
        return imports
    }

    /// The import at the keyword at `index`, or `nil` if the word is the name of a member or an argument.
    private func declaration(at index: Int) -> ImportDeclaration? {
        var next = index + 1
        guard let name = word(at: next), tokens[next].followsSpace else { return nil }
        if index > 0, [".", "(", ","].contains(where: tokens[index - 1].isSymbol) {
            return nil
        }
        var scope: String?
        if Self.scopes.contains(name), word(at: next + 1) != nil {
            scope = name
            next += 1
        }
        var path: [String] = []
        while let part = word(at: next) {
            path.append(part.trimmingBackticks)
            guard next + 1 < tokens.count, tokens[next + 1].isSymbol(".") else { break }
            next += 2
        }
        let (attributes, access) = modifiers(before: index)
        return ImportDeclaration(
            module: path[0], path: Array(path.dropFirst()), scope: scope, attributes: attributes, access: access,
            condition: conditions.current, line: tokens[index].line)
    }

    /// Reads backwards from the keyword: `@_spi(Testing) @preconcurrency public`.
    private func modifiers(before index: Int) -> (attributes: [String], access: String?) {
        var attributes: [String] = []
        var access: String?
        var index = index - 1
        while index >= 0 {
            if tokens[index].isSymbol(")"), index >= 4, tokens[index - 2].isSymbol("("), tokens[index - 4].isSymbol("@")
            {
                attributes.append(tokens[index - 3].text)
                index -= 4
            } else if index >= 1, tokens[index].kind == .word, tokens[index - 1].isSymbol("@") {
                attributes.append(tokens[index].text)
                index -= 2
                continue
            } else if tokens[index].kind == .word, Self.accessLevels.contains(tokens[index].text) {
                access = tokens[index].text
            } else {
                break
            }
            index -= 1
        }
        return (attributes.reversed(), access)
    }

    private func word(at index: Int) -> String? {
        index < tokens.count && tokens[index].kind == .word ? tokens[index].text : nil
    }

    /// The condition's tokens: the rest of the directive's line, or of its parentheses if they span lines.
    private func condition(after index: Int) -> String {
        var text = ""
        var depth = 0
        for token in tokens[(index + 1)...] {
            guard depth > 0 || token.line == tokens[index].line else { break }
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0
            text += token.followsSpace && !text.isEmpty ? " " + token.text : token.text
        }
        return text
    }
}

extension String {
    fileprivate var trimmingBackticks: String {
        hasPrefix("`") ? String(dropFirst().dropLast()) : self
    }
}
