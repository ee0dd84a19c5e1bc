import Foundation

/// A Markdown page: its fences, links, code spans and anchors. Other syntax is text.
struct Page: Sendable {
    /// A fenced block.
    struct Fence: Sendable {
        let language: String
        /// The path that stands alone and in bold before the block.
        let path: String?
        /// Whether the reader creates the file at ``path``: `(new)` follows it.
        let isNew: Bool
        let indentation: String
        /// The index of the first line inside.
        let start: Int
        /// Without the indentation.
        var lines: [String] = []
        /// Whether the comment `<!-- not run: reason -->` precedes it.
        let isOmitted: Bool

        var text: String { lines.joined(separator: "\n") }
    }

    /// From the workspace's root.
    let path: String
    var lines: [String]
    private(set) var fences: [Fence] = []
    /// Commands in comments, which prepare the examples below them: `<!-- run: command -->`, or several lines.
    private(set) var hidden: [(script: String, line: Int)] = []
    private(set) var spans: [(text: String, line: Int)] = []
    private(set) var links: [(text: String, line: Int)] = []
    /// The fragments of links to this page, as GitHub generates them.
    private(set) var anchors: Set<String> = []

    init(path: String, text: String) {
        self.path = path
        lines = text.replacing("\r\n", with: "\n").components(separatedBy: "\n")
        var fence: (value: Fence, marker: String)?
        var script: [String]?
        var (boldPath, isNew, isOmitted): (String?, Bool, Bool) = (nil, false, false)
        for (index, line) in lines.enumerated() {
            let trimmed = line.trimming()
            if let (open, marker) = fence {
                if trimmed == marker {
                    fences.append(open)
                    (fence, boldPath, isNew, isOmitted) = (nil, nil, false, false)
                } else {
                    let indented = line.hasPrefix(open.indentation)
                    fence?.value.lines.append(String(line.dropFirst(indented ? open.indentation.count : 0)))
                }
            } else if let commands = script {
                script = trimmed == "-->" ? nil : commands + [line]
                if script == nil { hidden.append((commands.joined(separator: "\n"), index - commands.count)) }
            } else if trimmed.hasPrefix("```") {
                let language = String(trimmed.drop { $0 == "`" }.prefix { $0.isLetter })
                let indentation = String(line.prefix { $0 == " " })
                let open = Fence(
                    language: language, path: boldPath, isNew: isNew, indentation: indentation, start: index + 1,
                    isOmitted: isOmitted)
                fence = (open, String(trimmed.prefix { $0 == "`" }))
            } else if trimmed == "<!-- run" {
                script = []
            } else if let command = trimmed.wholeMatch(of: /<!-- run: (.+) -->/) {
                hidden.append((String(command.1), index + 1))
            } else if !trimmed.isEmpty {
                isOmitted = trimmed.hasPrefix("<!-- not run: ")
                let file = trimmed.wholeMatch(of: /\*\*(\S+)\*\*( \(new\))?/)
                (boldPath, isNew) = (file.map { String($0.1) }, file?.2 != nil)
                readProse(line, at: index + 1)
            }
        }
    }

    private mutating func readProse(_ line: String, at number: Int) {
        let parts = line.components(separatedBy: "`")
        // Every second part is code, unless the last span stays open.
        let prose = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined(separator: " ")
        spans += stride(from: 1, to: parts.count - 1, by: 2).map { (parts[$0], number) }
        links += prose.matches(of: /\]\(([^) ]*)|^\[[^\]]+\]:\s+(\S+)/).map { (String($0.1 ?? $0.2 ?? ""), number) }
        anchors.formUnion(prose.matches(of: /<a id="([^"]*)/).map { String($0.1) })
        guard line.hasPrefix("#") else { return }
        let heading = line.replacing(/^#+\s*|\]\([^)]*\)|\[|\s+$/, with: "").lowercased()
        let slug = heading.replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        let repeated = (1...).lazy.map { "\(slug)-\($0)" }.first { [anchors] in !anchors.contains($0) }
        anchors.insert(anchors.contains(slug) ? repeated ?? slug : slug)
    }
}
