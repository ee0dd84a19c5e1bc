/// A Markdown file or a script, and the paths, links and commands that it names.
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

    /// A makefile, a shell script or a workflow: each line outside comments is a command.
    init(path: String, script: String) {
        self.path = path
        references = script.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            // Without the `@` of a makefile's silent command, and without the parentheses of a call.
            let command = line.trimmingSpaces.drop { $0 == "@" }.filter { !"()".contains($0) }
            return MarkdownReference(kind: .command, text: String(command), line: index + 1)
        }
        anchors = []
        prose = [:]
    }
}
