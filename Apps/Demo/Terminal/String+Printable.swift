extension String {
    /// The text on one line, without characters that a terminal interprets: they could move its cursor, change colors,
    /// or fake a line. Each of them becomes U+FFFD, the replacement character.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isInterpretedByTerminals ? "\u{FFFD}" : $0 }))
    }

    /// Like ``printable``, but with the text's own tabs and lines. A line may end with CR LF.
    var printableLines: String {
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
