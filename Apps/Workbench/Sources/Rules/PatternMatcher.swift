/// Finds a word rule's patterns among a file's tokens.
struct PatternMatcher {
    struct Match: Equatable {
        /// The pattern or, in a string literal, the word of the literal that contains it.
        let text: String
        let line: Int
    }

    private struct CodePattern {
        let text: String
        let tokens: [Token]
    }

    private let place: WordRow.Place
    private let codePatterns: [CodePattern]
    private let textPatterns: [Regex<AnyRegexOutput>]

    /// - Throws: An error if a pattern for string literals is no regular expression.
    init(patterns: [String], place: WordRow.Place) throws {
        self.place = place
        switch place {
        case .code, .asyncCode:
            codePatterns = patterns.map { CodePattern(text: $0, tokens: Lexer($0).tokens) }
            textPatterns = []
        case .strings:
            codePatterns = []
            textPatterns = try patterns.map { try Regex($0) }
        }
    }

    func matches(in tokens: [Token]) -> [Match] {
        switch place {
        case .code:
            return codeMatches(in: tokens, among: Array(tokens.indices))
        case .asyncCode:
            return codeMatches(in: tokens, among: AsyncBodies.indices(in: tokens).sorted())
        case .strings:
            return tokens.filter { $0.kind == .string }.flatMap(textMatches)
        }
    }

    private func codeMatches(in tokens: [Token], among indices: [Int]) -> [Match] {
        var matches: [Match] = []
        for index in indices {
            for pattern in codePatterns
            where pattern.tokens.first?.text == tokens[index].text
                && Self.matches(tokens[index...], pattern.tokens[...])
            {
                matches.append(Match(text: pattern.text, line: tokens[index].line))
            }
        }
        return matches
    }

    /// Whether `tokens` begin with `pattern`, whose `…` matches any code without braces.
    private static func matches(_ tokens: ArraySlice<Token>, _ pattern: ArraySlice<Token>) -> Bool {
        var rest = tokens
        for (offset, expected) in pattern.enumerated() {
            if expected.isWord("…") {
                let end = rest.firstIndex { $0.isSymbol("{") || $0.isSymbol("}") } ?? rest.endIndex
                let tail = pattern.dropFirst(offset + 1)
                return (rest.startIndex...end).contains { matches(rest[$0...], tail) }
            }
            guard let token = rest.popFirst(), token.kind == expected.kind, token.text == expected.text else {
                return false
            }
        }
        return true
    }

    /// A literal's text is searched line by line, so that a breach inside `"""` names its own line.
    private func textMatches(in literal: Token) -> [Match] {
        var matches: [Match] = []
        for (offset, text) in literal.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            for word in text.split(separator: " ") where textPatterns.contains(where: { word.contains($0) }) {
                matches.append(Match(text: String(word), line: literal.line + offset))
            }
        }
        return matches
    }
}
