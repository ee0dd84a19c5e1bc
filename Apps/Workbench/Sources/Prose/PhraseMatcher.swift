import Foundation

/// Finds a row's phrases in prose.
struct PhraseMatcher: Sendable {
    struct Match: Equatable {
        /// As the text spells it, on one line.
        let text: String
        let line: Int
    }

    private let expression: NSRegularExpression

    /// - Throws: An error if a pattern is no regular expression.
    init(patterns: [String]) throws {
        let alternatives = patterns.map { "(?:\($0.replacing(" ", with: #"\s+"#)))" }.joined(separator: "|")
        expression = try NSRegularExpression(
            pattern: #"(?<![\w-])(?:\#(alternatives))(?![\w-])"#, options: [.caseInsensitive, .anchorsMatchLines])
    }

    func matches(_ text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
    }

    func matches(in text: String) -> [Match] {
        let found = expression.matches(in: text, range: NSRange(location: 0, length: text.utf16.count))
        return found.compactMap { match in
            guard let range = Range(match.range, in: text) else { return nil }
            let words = text[range].split { $0.isWhitespace }.joined(separator: " ").replacing(Prose.gap, with: "`…`")
            return Match(text: words, line: text[..<range.lowerBound].count { $0 == "\n" } + 1)
        }
    }
}
