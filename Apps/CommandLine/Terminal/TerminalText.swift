extension String {
    /// The beginning of the text that fits in `columns`, with an ellipsis if it is cut.
    func fitted(to columns: Int) -> String {
        guard let end = self.end(fitting: columns) else { return self }
        guard columns > 1 else { return columns == 1 ? "…" : "" }
        return self[..<(self.end(fitting: columns - 1) ?? end)] + "…"
    }

    package func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(columns - self.columns, 0))
    }

    /// The text in lines of at most `columns`, cut between words. Only a word that is longer than a line, such as a
    /// URL, is cut itself.
    package func wrapped(to columns: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.columns + 1 + String(word).columns <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                var rest = String(word)
                while let end = rest.end(fitting: columns), end > rest.startIndex {
                    lines.append(String(rest[..<end]))
                    rest = String(rest[end...])
                }
                lines.append(rest)
            }
        }
        return lines
    }

    /// The text after `label`, in lines that begin below its first word.
    package func hanging(after label: String, in columns: Int) -> [String] {
        wrapped(to: max(columns - label.columns, 20)).enumerated().map { position, line in
            (position == 0 ? label : "".padded(to: label.columns)) + line
        }
    }

    /// The first index whose character no longer fits. Also limits the number of scalars, because
    /// combining characters need no columns.
    private func end(fitting columns: Int) -> Index? {
        var (used, scalars) = (0, 0)
        for index in indices {
            let character = String(self[index])
            used += character.columns
            scalars += character.unicodeScalars.count
            if used > columns || scalars / 8 > columns { return index }
        }
        return nil
    }
}

extension String {
    /// The columns that the text needs in a terminal; the maximum where terminals differ, as for sequences of emoji.
    package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
    /// As wcwidth(3) counts: 0 for combining and invisible characters, 2 for wide ones of East Asia and for emoji.
    fileprivate var columns: Int {
        // The variation selector for emoji. Some terminals draw the emoji wider than the character alone.
        if value == 0xFE0F { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        // Vowels and final consonants of Hangul, which combine with the consonant before.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}

extension String {
    /// The text on one line, without characters that a terminal interprets: they could move its cursor, change colors,
    /// or fake a line. Each of them becomes U+FFFD, the replacement character.
    package var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isInterpretedByTerminals ? "\u{FFFD}" : $0 }))
    }

    /// Like ``printable``, but with the text's own tabs and lines. A line may end with CR LF.
    package var printableLines: String {
        var shown = String.UnicodeScalarView()
        var scalars = unicodeScalars.makeIterator()
        var scalar = scalars.next()
        while let current = scalar {
            scalar = scalars.next()
            if current == "\r", scalar == "\n" { continue }
            shown.append(
                current.isInterpretedByTerminals && current != "\n" && current != "\t" ? "\u{FFFD}" : current)
        }
        return String(shown)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal acts on this character instead of showing it.
    ///
    /// These are the control characters, and the embeddings, overrides and isolates of the Unicode Bidirectional
    /// Algorithm (UAX #9 section 2), after which a terminal may show `exe.txt` as `txt.exe`. Its marks, such as U+200F,
    /// are harmless: each acts as an invisible letter.
    var isInterpretedByTerminals: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}
