import Foundation

/// The size of a terminal in characters.
struct TerminalSize: Equatable {
    let columns: Int
    let rows: Int
}

extension TerminalSize {
    /// The present size of the terminal at `stream`, or 80 × 24 if it reports none.
    init(of stream: Int32) {
        var size = winsize()
        let isKnown = ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        self = isKnown ? Self(columns: Int(size.ws_col), rows: Int(size.ws_row)) : Self(columns: 80, rows: 24)
    }
}
