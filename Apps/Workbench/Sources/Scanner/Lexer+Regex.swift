extension Lexer {
    /// Lexes a regex literal at the slash under the current position, or returns `false` without moving
    /// if the slash is an operator.
    ///
    /// A bare `/…/` begins where an expression can begin, touches its content, and closes on the same line. In rare
    /// cases, such as an operator passed by name, only a parser such as the compiler's decides correctly. A mistake
    /// here affects the rest of one line at most.
    mutating func lexRegex(hashes: Int) -> Bool {
        if hashes == 0,
            !startsExpression || [.space, .newline, .rightParenthesis, .comma].contains(bytes[position + 1])
        {
            return false
        }
        let mayBreakLines = hashes > 0 && bytes[position + 1] == .newline
        var probe = position + 1
        var lineBreaks = 0
        while probe < end {
            switch bytes[probe] {
            case .backslash:
                probe += 1
            case .newline:
                guard mayBreakLines else { return false }
                lineBreaks += 1
            case .slash where hasHashes(hashes, at: probe + 1):
                let content = text(from: position + 1, to: probe)
                position = probe + 1 + hashes
                append(.regex, text: content, line: line)
                line += lineBreaks
                return true
            default:
                break
            }
            probe += 1
        }
        return false
    }

    private var startsExpression: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .number, .string, .regex:
            return false
        case .directive:
            return true
        case .word:
            return Self.wordsBeforeExpression.contains(last.text)
        case .symbol:
            if [")", "]", "}", "."].contains(last.text) {
                return false
            }
            // A postfix `!` or `?` ends an operand; spaced, the two are operators.
            return !["!", "?"].contains(last.text) || last.followsSpace
        }
    }

    private static let wordsBeforeExpression: Set<String> = [
        "return", "in", "case", "try", "await", "throw", "where", "if", "guard", "while", "else", "switch", "is", "as",
    ]
}
