import Foundation

/// A line of text that a user edits at its end.
struct LineEditor {
    private(set) var text = ""
    /// The longest text, in bytes of UTF-8. Further text is ignored.
    private static let longest = 256

    /// The text without white space at its ends.
    var trimmed: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Returns whether the key has changed the text.
    mutating func apply(_ key: Keystroke) -> Bool {
        let before = text
        switch key {
        case .text(let addition):
            for character in addition where text.utf8.count + character.utf8.count <= Self.longest {
                text.append(character)
            }
        case .backspace: _ = text.popLast()
        case .deleteWord:
            while text.last?.isWhitespace == true { text.removeLast() }
            while text.last?.isWhitespace == false { text.removeLast() }
        case .deleteLine: text = ""
        case .enter, .up, .down, .escape, .interrupt, .endOfInput: break
        }
        return text != before
    }
}
