import Foundation

/// A Markdown page: its fences, links, code spans and anchors. Other syntax is text.
struct Page: Sendable {
    /// A fenced block.
    struct Fence: Sendable {
        let language: String
        /// The path that stands alone and in bold before the block.
        let path: String?
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
        lines = text.components(separatedBy: "\n")
        var fence: (value: Fence, marker: String)?
        var script: [String]?
        var (boldPath, isOmitted): (String?, Bool) = (nil, false)
        for (index, line) in lines.enumerated() {
            let trimmed = line.trimming()
            if let (open, marker) = fence {
                if trimmed == marker {
                    fences.append(open)
                    fence = nil
                    (boldPath, isOmitted) = (nil, false)
                } else {
                    let inner = line.hasPrefix(open.indentation) ? line.dropFirst(open.indentation.count) : line[...]
                    fence?.value.lines.append(String(inner))
                }
            } else if let commands = script {
                script = trimmed == "-->" ? nil : commands + [line]
                if script == nil { hidden.append((commands.joined(separator: "\n"), index - commands.count)) }
            } else if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") {
                let marker = String(trimmed.prefix { $0 == trimmed.first })
                let language = trimmed.dropFirst(marker.count).prefix { $0.isLetter }
                let indentation = String(line.prefix { $0 == " " })
                fence = (
                    Fence(
                        language: String(language), path: boldPath, indentation: indentation, start: index + 1,
                        isOmitted: isOmitted), marker
                )
            } else if trimmed == "<!-- run" {
                script = []
            } else if trimmed.hasPrefix("<!-- run: "), trimmed.hasSuffix(" -->") {
                hidden.append((String(trimmed.dropFirst(10).dropLast(4)), index + 1))
            } else if !trimmed.isEmpty {
                isOmitted = trimmed.hasPrefix("<!-- not run: ")
                let isBold = trimmed.hasPrefix("**") && trimmed.hasSuffix("**") && !trimmed.contains(" ")
                boldPath = isBold ? String(trimmed.dropFirst(2).dropLast(2)) : nil
                readProse(line, at: index + 1)
            }
        }
    }

    private mutating func readProse(_ line: String, at number: Int) {
        let parts = line.components(separatedBy: "`")
        // Every second part is code, unless the last span stays open.
        let prose = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined(separator: " ")
        spans += stride(from: 1, to: parts.count - 1, by: 2).map { (parts[$0], number) }
        let targets = prose.components(separatedBy: "](").dropFirst()
        links += targets.map { (String($0.prefix { $0 != ")" && $0 != " " }), number) }
        if prose.hasPrefix("["), let match = prose.firstMatch(of: /^\[[^\]]+\]:\s+(\S+)/) {
            links.append((String(match.1), number))
        }
        for part in prose.components(separatedBy: "<a id=\"").dropFirst() {
            anchors.insert(String(part.prefix { $0 != "\"" }))
        }
        guard line.hasPrefix("#") else { return }
        let heading = line.drop { $0 == "#" }.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }.trimming()
            .lowercased()
        let slug = heading.replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        let repeated = sequence(first: 1) { $0 + 1 }.lazy.map { "\(slug)-\($0)" }
        let anchor = anchors.contains(slug) ? repeated.first { [anchors] in !anchors.contains($0) } ?? slug : slug
        anchors.insert(anchor)
    }
}
