/// A line of input and the lines below it, which a command draws at the cursor and replaces in place.
struct TerminalBlock {
    let prompt: String
    let input: String
    let lines: [String]

    /// Erases the previous block. The cursor is in the block's first line.
    static let erasure = "\r\u{1B}[J"

    /// The characters and escape sequences (ECMA-48) that replace the previous block. No line reaches the last column,
    /// so the terminal wraps none. It scrolls only if it is full. The cursor ends after the input.
    func drawing(in size: TerminalSize) -> String {
        let room = max(size.columns - 1, 0)
        let shown = lines.prefix(max(size.rows - 1, 0)).map { Self.safe($0).fitted(to: room) }
        let label = prompt.columns < room / 2 ? prompt : ""
        let first = label + Self.safe(input).fittedTail(to: room - label.columns)
        let back = shown.isEmpty ? "" : "\u{1B}[\(shown.count)A"
        // The input comes last, so that the cursor is right in a terminal that counts columns differently.
        return Self.erasure + shown.map { "\r\n" + $0 }.joined() + back + "\r" + first
    }

    /// The text without control characters, and without characters that change the direction of text.
    private static func safe(_ text: String) -> String {
        String(String.UnicodeScalarView(text.printable.unicodeScalars.filter { !$0.properties.isBidiControl }))
    }
}

extension String {
    /// The end of the text that fits in `columns`.
    func fittedTail(to columns: Int) -> String {
        guard let cut = end(fitting: columns, in: indices.reversed()) else { return self }
        return String(self[index(after: cut)...])
    }
}
