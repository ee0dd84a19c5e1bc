/// A Markdown file and the paths, links and commands that it names.
struct MarkdownDocument: Sendable {
    /// From the package's root.
    let path: String
    let references: [MarkdownReference]
    /// The valid `#fragment`s of links to this file.
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
