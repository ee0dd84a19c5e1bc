/// A Markdown file, read for what it promises: paths, links, commands.
struct MarkdownDocument: Sendable {
    /// From the package's root.
    let path: String
    let references: [MarkdownReference]
    /// What a link's `#fragment` may name here.
    let anchors: Set<String>
    /// The lines outside fences, by number.
    let prose: [Int: String]

    init(path: String, text: String) {
        self.path = path
        var reader = MarkdownReader()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            reader.read(String(line), number: index + 1)
        }
        references = reader.references
        anchors = reader.anchors
        prose = reader.prose
    }
}
