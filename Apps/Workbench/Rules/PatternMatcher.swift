/// Finds a word rule's patterns among a file's tokens.
struct PatternMatcher {
    struct Match: Equatable {
        /// The pattern or, in a string literal, the word of the literal that it is found in.
        let text: String
        let line: Int
    }

    private struct CodePattern {
        let text: String
        let tokens: [Token]
    }

    private let codePatterns: [CodePattern]
    private let textPatterns: [Regex<AnyRegexOutput>]

    /// - Throws: Where a pattern for string literals is no regular expression.
    init(patterns: [String], place: WordRow.Place) throws {
        switch place {
        case .code:
            codePatterns = patterns.map { CodePattern(text: $0, tokens: Lexer($0).tokens) }
            textPatterns = []
        case .strings:
            codePatterns = []
            textPatterns = try patterns.map { try Regex($0) }
        }
    }

    func matches(in tokens: [Token]) -> [Match] {
        textPatterns.isEmpty ? codeMatches(in: tokens) : tokens.filter { $0.kind == .string }.flatMap(textMatches)
    }

    private func codeMatches(in tokens: [Token]) -> [Match] {
        var matches: [Match] = []
        for index in tokens.indices {
            for pattern in codePatterns where pattern.tokens.first?.text == tokens[index].text {
                let candidate = tokens[index...].prefix(pattern.tokens.count)
                if candidate.elementsEqual(pattern.tokens, by: { $0.kind == $1.kind && $0.text == $1.text }) {
                    matches.append(Match(text: pattern.text, line: tokens[index].line))
                }
            }
        }
        return matches
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
