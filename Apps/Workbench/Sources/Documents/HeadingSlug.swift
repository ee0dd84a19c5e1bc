/// The fragment that GitHub generates for a heading.
enum HeadingSlug {
    /// Converts letters to lower case and spaces to hyphens, and removes other characters except digits, hyphens and
    /// underscores. Of a Markdown link, only the text counts.
    static func slug(of heading: String) -> String {
        let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.output.1) }
        return String(
            text.trimmingSpaces.lowercased().compactMap { character -> Character? in
                if character == " " {
                    return "-"
                }
                return character.isLetter || character.isNumber || character == "-" || character == "_"
                    ? character : nil
            })
    }
}
