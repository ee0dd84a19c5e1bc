@testable import Demo

/// What a terminal shows after the output so far: characters, CR, LF, and the sequences of ECMA-48 that `strata` uses.
/// Text beyond the last column continues on the next line, as in a real terminal.
struct TestScreen {
    private var columns: Int
    private var rows: Int
    /// The characters of each line. One that needs two columns is followed by an empty one.
    private var cells: [[Character?]] = [[]]
    private(set) var row = 0
    private(set) var column = 0
    private(set) var received: [UInt8] = []
    private var decoded = 0
    /// Sequences and control characters that this type does not know.
    private(set) var unknown: [String] = []

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
    }

    mutating func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
    }

    /// The lines without white space at their ends; empty ones at the end are left out.
    var lines: [String] {
        var lines = cells.map { line in
            let text = String(line.compactMap(\.self))
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    mutating func receive(_ text: String) {
        receive(Array(text.utf8)[...])
    }

    /// Bytes may end within a character or a sequence.
    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        received += bytes
        // A complete prefix: what follows an incomplete end arrives with the next bytes.
        guard let text = String(validating: received[decoded...], as: UTF8.self) else { return }
        var characters = Array(text)[...]
        decoded = received.count
        while let character = characters.popFirst() {
            switch character {
            case "\r\n": newLine(); column = 0
            case "\r": column = 0
            case "\n": newLine()
            case "\u{1B}":
                let sequence = characters.prefix { $0 == "[" || $0.isNumber || $0 == ";" }
                characters = characters.dropFirst(sequence.count)
                guard let final = characters.popFirst() else {
                    decoded -= 1 + sequence.count
                    return
                }
                perform(String(sequence.dropFirst()), final)
            default: show(character)
            }
        }
    }

    private mutating func perform(_ parameter: String, _ final: Character) {
        switch (parameter, final) {
        case ("", "J"):
            cells = Array(cells.prefix(row + 1))
            cells[row] = Array(cells[row].prefix(column))
        case (_, "A"): row = max(row - (Int(parameter) ?? 1), 0)
        default: unknown.append(parameter + String(final))
        }
    }

    private mutating func show(_ character: Character) {
        guard character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            unknown.append(String(character))
            return
        }
        let width = String(character).columns
        if column + width > columns {
            newLine()
            column = 0
        }
        while cells[row].count < column + width { cells[row].append(" ") }
        cells[row][column] = character
        for position in (column + 1)..<max(column + width, column + 1) { cells[row][position] = nil }
        column += width
    }

    /// The screen scrolls when it is full.
    private mutating func newLine() {
        row += 1
        if row == cells.count { cells.append([]) }
        if cells.count > rows {
            cells.removeFirst()
            row -= 1
        }
    }
}
