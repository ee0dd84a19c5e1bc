extension String {
    /// The text without control characters, which could move a terminal's cursor, change colors or fake a line. Each of
    /// them becomes U+FFFD, the replacement character.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
