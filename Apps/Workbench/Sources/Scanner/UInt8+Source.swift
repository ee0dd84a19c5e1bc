/// The bytes that the lexer distinguishes.
extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let space = UInt8(ascii: " ")
    static let exclamation = UInt8(ascii: "!")
    static let quote = UInt8(ascii: "\"")
    static let hash = UInt8(ascii: "#")
    static let leftParenthesis = UInt8(ascii: "(")
    static let rightParenthesis = UInt8(ascii: ")")
    static let asterisk = UInt8(ascii: "*")
    static let comma = UInt8(ascii: ",")
    static let dot = UInt8(ascii: ".")
    static let slash = UInt8(ascii: "/")
    static let backslash = UInt8(ascii: "\\")
    static let backtick = UInt8(ascii: "`")

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Every byte of a multi-byte character counts as part of a word; the few characters that Swift excludes do not matter here.
    var isWordHead: Bool {
        (self >= 0x61 && self <= 0x7A) || (self >= 0x41 && self <= 0x5A) || self == 0x5F || self == 0x24 || self >= 0x80
    }

    var isWordTail: Bool { isWordHead || isDigit }
}
