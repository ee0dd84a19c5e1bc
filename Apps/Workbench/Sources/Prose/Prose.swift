/// The sentences of one kind in a file, on the same lines as in the file.
struct Prose: Sendable {
    /// Replaces code, and separates texts that are not one sentence.
    static let gap = "\u{FFFC}"

    /// From the package's root.
    let file: String
    let place: PhraseRow.Place
    /// One line for each line of the file, up to its last sentence.
    let text: String

    /// - Parameter lines: Sentences by line, counted from 1.
    init(file: String, place: PhraseRow.Place, lines: [Int: String]) {
        self.file = file
        self.place = place
        text = (0...(lines.keys.max() ?? 0)).dropFirst().map { lines[$0] ?? Self.gap }.joined(separator: "\n")
    }

    /// The prose of a line: without inline code, the destinations of links, addresses and HTML tags.
    static func sentences(in line: String) -> String {
        // Most lines have none of these.
        guard line.utf8.contains(where: { "`<:(".utf8.contains($0) }) else { return line }
        var (prose, _) = MarkdownReader.separateCode(in: line, gap: gap)
        if prose.contains(byte: UInt8(ascii: "]")) {
            prose.replace(#/\](?:\([^)]*\)|:\s+\S+)/#, with: gap)
        }
        if prose.contains(byte: .slash), prose.contains(byte: UInt8(ascii: ":")) {
            prose.replace(#/https?://\S+/#, with: gap)
        }
        if prose.contains(byte: UInt8(ascii: "<")) {
            prose.replace(#/<\/?[a-z][^>]*>/#, with: gap)
        }
        return prose
    }
}
