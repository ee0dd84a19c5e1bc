extension StringProtocol {
    /// The text without white space at both ends.
    var trimmingSpaces: String {
        let head = drop(while: \.isWhitespace)
        guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(head[...last])
    }

    /// Whether an ASCII character occurs: a quick test before a regular expression, which is parsed each time.
    func contains(byte: UInt8) -> Bool {
        utf8.contains(byte)
    }
}
