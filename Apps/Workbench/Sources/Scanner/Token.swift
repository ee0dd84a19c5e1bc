/// One lexical element of a Swift file. A ``Comment`` is not a token.
struct Token: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// A word, keywords included. A name in backticks includes the backticks, so that it equals no keyword.
        case word
        case number
        /// A string literal's content without its delimiters; `\()` marks an interpolation, and the tokens of the
        /// interpolated code follow this one.
        case string
        /// A regex literal's content.
        case regex
        /// `#if`, `#elseif`, `#else` or `#endif`; the condition's tokens follow on the same line.
        case directive
        /// One character of punctuation: `->` is two tokens.
        case symbol
    }

    let kind: Kind
    let text: String
    /// Counted from 1; for a multi-line literal, its first line.
    let line: Int
    /// Whether white space or a comment precedes it: `@Test (x)` and `@Test(x)` differ.
    let followsSpace: Bool

    func isSymbol(_ character: String) -> Bool {
        kind == .symbol && text == character
    }

    func isWord(_ word: String) -> Bool {
        kind == .word && text == word
    }
}
