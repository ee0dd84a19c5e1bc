import Foundation

/// What the checks need of one Swift file.
struct SourceFile: Sendable {
    /// A use of one of the contract's forbidden words.
    struct Match: Sendable {
        let rule, text: String
        let line: Int
        /// Whether the comment that the rule requires is above.
        let isExplained: Bool
    }

    let path: String
    /// In every branch of every `#if`.
    let imports: [(module: String, line: Int)]
    /// The types that the file declares outside other types and other files can name.
    let types: Set<String>
    /// Those that are not `public`.
    let internalTypes: Set<String>
    /// Without comments and the contents of string literals.
    let code: String
    /// The words of ``code``.
    let words: Set<String>
    /// The words of the string literals too, such as names of header fields.
    let allWords: Set<String>
    let matches: [Match]

    /// The first line of the code with this word.
    func line(of word: String) -> Int {
        (code.components(separatedBy: "\n").firstIndex { $0.words.contains(word) } ?? 0) + 1
    }
}

/// Reads Swift files line by line, without parsing them: `swift format` puts each import on a line of its own.
struct SourceReader: Sendable {
    private let rules: [(row: LayerContract.Words, pattern: NSRegularExpression)]
    private let importLine: NSRegularExpression
    private let typeDeclaration: NSRegularExpression
    private let commentOrLiteral: NSRegularExpression

    /// - Throws: ``WorkbenchError`` if a pattern of the contract is not a regular expression.
    init(contract: LayerContract) throws {
        func expression(_ pattern: String) throws -> NSRegularExpression {
            do {
                return try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
            } catch {
                throw WorkbenchError("\(pattern) is not a regular expression.")
            }
        }
        rules = try contract.words.map { ($0, try expression("(" + $0.patterns.joined(separator: "|") + ")")) }
        let attributes = #"^[ \t]*(?:@\w+(?:\([^)\n]*\))?\s+)*"#
        importLine = try expression(
            attributes + #"(?:(?:public|package|internal|fileprivate|private)\s+)?"#
                + #"import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)"#)
        typeDeclaration = try expression(
            #"^(?=\S)"# + attributes + #"(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*"#
                + #"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)"#)
        commentOrLiteral = try expression(
            ##"(//[^\n]*|/\*[\s\S]*?\*/|#"""[\s\S]*?"""#|"""[\s\S]*?"""|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*")"##)
    }

    func read(_ written: String, at path: String) -> SourceFile {
        // To Swift, CRLF is one character, so no line would end.
        let text = written.replacing("\r\n", with: "\n")
        let (code, uncommented) = separate(text)
        let lines = text.components(separatedBy: "\n")
        let matches = rules.filter { $0.row.covers(path) }.flatMap { row, pattern in
            let place = row.inStrings == true ? uncommented : code
            return pattern.ranges(in: place).map { range in
                let line = place.line(at: range.lowerBound)
                let comments = lines[..<(line - 1)].reversed().map { $0.trimming() }.prefix { $0.hasPrefix("//") }
                return SourceFile.Match(
                    rule: row.id, text: place[range].split(whereSeparator: \.isWhitespace).joined(separator: " "),
                    line: line, isExplained: comments.contains { $0.hasPrefix(row.comment ?? "") })
            }
        }
        let types = typeDeclaration.ranges(in: code)
        return SourceFile(
            path: path,
            imports: importLine.ranges(in: code).map { (String(code[$0]), code.line(at: $0.lowerBound)) },
            types: Set(types.map { String(code[$0]) }),
            internalTypes: Set(
                types.filter { !code[code.lineRange(for: $0).lowerBound..<$0.lowerBound].contains("public ") }
                    .map { String(code[$0]) }),
            code: code, words: code.words, allWords: uncommented.words, matches: matches)
    }

    /// The text without comments and the contents of string literals, and the text without comments only. Both have all line
    /// breaks.
    private func separate(_ text: String) -> (code: String, uncommented: String) {
        var (code, uncommented, end) = ("", "", text.startIndex)
        for range in commentOrLiteral.ranges(in: text) {
            let (between, match) = (text[end..<range.lowerBound], text[range])
            let lineBreaks = String(repeating: "\n", count: match.utf8.count { $0 == UInt8(ascii: "\n") })
            let isComment = match.hasPrefix("/")
            code += between + (isComment ? lineBreaks : "\"\(lineBreaks)\"")
            uncommented += between + (isComment ? lineBreaks : String(match))
            end = range.upperBound
        }
        return (code + text[end...], uncommented + text[end...])
    }
}

extension NSRegularExpression {
    /// The ranges of the last group in each match.
    fileprivate func ranges(in text: String) -> [Range<String.Index>] {
        matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
            Range(match.range(at: match.numberOfRanges - 1), in: text)
        }
    }
}
