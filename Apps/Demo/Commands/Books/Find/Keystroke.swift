/// A key that a user presses at a terminal in raw mode.
enum Keystroke: Equatable {
    /// At least one character, none of them a control character.
    case text(String)
    case backspace
    /// Ctrl-W.
    case deleteWord
    /// Ctrl-U.
    case deleteLine
    case enter
    case up
    case down
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D.
    case endOfInput
}
