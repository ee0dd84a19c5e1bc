import Foundation

/// What the checks need of one Swift file.
struct SourceFile: Sendable {
    /// A use of one of the contract's forbidden words.
    struct Match: Sendable {
        let rule: String
        let text: String
        let line: Int
        /// The comment lines directly above.
        let comments: [String]
    }

    let path: String
    /// In every branch of every `#if`.
    let imports: [(module: String, line: Int)]
    /// The types that the file declares outside other types and other files can name.
    let types: [String]
    /// The words of the code, without comments and texts.
    let words: Set<String>
    /// The words in string literals, such as names of header fields.
    let textWords: Set<String>
    let matches: [Match]
}

/// Reads Swift files line by line, without parsing them: `swift format` puts each import on a line of its own.
struct SourceReader: Sendable {
    private let rules: [(row: LayerContract.Words, pattern: Pattern)]
    private let importLine: Pattern
    private let typeDeclaration: Pattern
    private let commentOrLiteral: Pattern

    /// - Throws: ``WorkbenchError`` if a pattern of the contract is not a regular expression.
    init(contract: LayerContract) throws {
        rules = try contract.words.map { ($0, try Pattern("(?m)(" + $0.patterns.joined(separator: "|") + ")")) }
        let attributes = #"(?:@\w+(?:\([^)\n]*\))?\s+)*"#
        importLine = try Pattern(
            #"(?m)^[ \t]*"# + attributes + #"(?:(?:public|package|internal|fileprivate|private)\s+)?"#
                + #"import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)"#)
        typeDeclaration = try Pattern(
            #"(?m)^"# + attributes + #"(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*"#
                + #"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)"#)
        commentOrLiteral = try Pattern(
            ##"(//[^\n]*|/\*[\s\S]*?\*/|#"""[\s\S]*?"""#|"""[\s\S]*?"""|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*")"##)
    }

    func read(_ text: String, at path: String) -> SourceFile {
        let (code, strings) = separate(text)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let matches = rules.filter { $0.row.covers(path) }.flatMap { row, pattern in
            let place = row.place == .strings ? strings : code
            return pattern.ranges(in: place).map { range in
                let line = place.line(at: range.lowerBound)
                let comments = lines[..<(line - 1)].reversed().lazy.map { $0.trimming() }.prefix { $0.hasPrefix("//") }
                return SourceFile.Match(
                    rule: row.id, text: place[range].split(whereSeparator: \.isWhitespace).joined(separator: " "),
                    line: line, comments: Array(comments))
            }
        }
        return SourceFile(
            path: path,
            imports: importLine.ranges(in: code).map { (String(code[$0]), code.line(at: $0.lowerBound)) },
            types: typeDeclaration.ranges(in: code).map { String(code[$0]) },
            words: code.words, textWords: strings.words, matches: matches)
    }

    /// The code without comments, and the texts of its literals, both with all line breaks. From an interpolation to the end of
    /// its line, a literal counts as code.
    private func separate(_ text: String) -> (code: String, strings: String) {
        var (code, strings) = ("", "")
        var end = text.startIndex
        for range in commentOrLiteral.ranges(in: text) {
            let (between, match) = (text[end..<range.lowerBound], text[range])
            code += between
            strings += between.lineBreaks
            if match.hasPrefix("/") {
                code += match.lineBreaks
                strings += match.lineBreaks
            } else {
                strings += match
                code += match.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { line in line.firstRange(of: "\\(").map { "\"" + line[$0.lowerBound...] } ?? "\"\"" }
                    .joined(separator: "\n")
            }
            end = range.upperBound
        }
        return (code + text[end...], strings + text[end...].lineBreaks)
    }
}

/// A regular expression in the syntax of ICU.
struct Pattern: Sendable {
    private let expression: NSRegularExpression

    init(_ pattern: String) throws {
        do {
            expression = try NSRegularExpression(pattern: pattern)
        } catch {
            throw WorkbenchError("\(pattern) is not a regular expression.")
        }
    }

    /// The ranges of the last group in each match.
    func ranges(in text: String) -> [Range<String.Index>] {
        expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
            Range(match.range(at: match.numberOfRanges - 1), in: text)
        }
    }
}

extension StringProtocol {
    /// Without white space at both ends.
    func trimming() -> String { trimmingCharacters(in: .whitespacesAndNewlines) }

    fileprivate var lineBreaks: String { String(repeating: "\n", count: utf8.count { $0 == UInt8(ascii: "\n") }) }

    /// The number of the line that contains `index`, from 1.
    fileprivate func line(at index: Index) -> Int { self[..<index].utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
}

extension String {
    /// The runs of letters, digits and underscores in ASCII.
    var words: Set<String> {
        var words: Set<String> = []
        var word: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                word.append(byte)
            default:
                if !word.isEmpty { words.insert(String(decoding: word, as: UTF8.self)) }
                word.removeAll(keepingCapacity: true)
            }
        }
        return word.isEmpty ? words : words.union([String(decoding: word, as: UTF8.self)])
    }
}
