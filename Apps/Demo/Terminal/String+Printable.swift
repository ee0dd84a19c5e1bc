extension String {
    /// Safe to show on a terminal: what a server sends may hold control characters, which could move the cursor, change
    /// colours or fake a line. Each becomes U+FFFD, the replacement character.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
