extension Lexer {
    /// Lexes a string literal after its opening hashes.
    mutating func lexString(hashes: Int) {
        let index = tokens.count
        let firstLine = line
        let spaced = isSpaced
        let isMultiLine = opensMultiLineString(hashes: hashes)
        position += isMultiLine ? 3 : 1

        var content = ""
        var start = position
        while position < end {
            let byte = bytes[position]
            if byte == .newline {
                guard isMultiLine else { break }
                line += 1
                position += 1
            } else if byte == .backslash, hasHashes(hashes, at: position + 1) {
                let escaped = position + 1 + hashes
                if bytes[escaped] == .leftParenthesis {
                    content += text(from: start, to: position) + #"\()"#
                    position = escaped + 1
                    lexCode(untilParenthesis: true)
                    start = position
                } else {
                    // The loop counts a line break after the backslash.
                    position = bytes[escaped] == .newline ? escaped : escaped + 1
                }
            } else if byte == .quote, closesString(hashes: hashes, isMultiLine: isMultiLine) {
                break
            } else {
                position += 1
            }
        }
        position = min(position, end)
        content += text(from: start, to: position)
        if position < end, bytes[position] == .quote {
            position += (isMultiLine ? 3 : 1) + hashes
        }
        insert(.string, text: content, line: firstLine, at: index, followsSpace: spaced)
    }

    /// Whether `"""` opens a multi-line string. `#"""#` is one quotation mark in a raw string: with hashes, a literal that
    /// closes on its own line is a single-line literal.
    private func opensMultiLineString(hashes: Int) -> Bool {
        guard bytes[position + 1] == .quote, bytes[position + 2] == .quote else { return false }
        guard hashes > 0 else { return true }
        var probe = position + 1
        while probe < end, bytes[probe] != .newline {
            if bytes[probe] == .quote, hasHashes(hashes, at: probe + 1) {
                return false
            }
            probe += 1
        }
        return true
    }

    private func closesString(hashes: Int, isMultiLine: Bool) -> Bool {
        guard isMultiLine else { return hasHashes(hashes, at: position + 1) }
        return bytes[position + 1] == .quote && bytes[position + 2] == .quote && hasHashes(hashes, at: position + 3)
    }

    func hasHashes(_ count: Int, at index: Int) -> Bool {
        var index = index
        for _ in 0..<count {
            guard index < end, bytes[index] == .hash else { return false }
            index += 1
        }
        return true
    }
}
