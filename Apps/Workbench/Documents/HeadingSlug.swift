/// How GitHub turns a heading into the fragment of a link to it.
enum HeadingSlug {
    /// Lower case, spaces as hyphens, and nothing but letters, digits, hyphens and underscores; of a link its text
    /// counts.
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
