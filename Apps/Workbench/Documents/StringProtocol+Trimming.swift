extension StringProtocol {
    /// The text without white space at its start and end.
    var trimmingSpaces: String {
        let isSpace = { (character: Character) in character.isWhitespace }
        let start = drop(while: isSpace)
        return String(start.reversed().drop(while: isSpace).reversed())
    }
}
