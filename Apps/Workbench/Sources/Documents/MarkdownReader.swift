/// Reads Markdown line by line: fences, code spans, links and ATX headings. Other syntax is text.
struct MarkdownReader {
    private struct Fence {
        let marker: String
        let isShell: Bool
        /// In a transcript, only the lines after a `$` are commands. The others are output.
        let isTranscript: Bool
        let isSwift: Bool
        let line: Int
        var content: [String] = []
    }

    private static let shells: Set<String> = ["sh", "bash", "zsh", "shell"]
    private static let transcripts: Set<String> = ["", "text", "console", "shell-session"]

    private(set) var references: [MarkdownReference] = []
    private(set) var anchors: Set<String> = []
    /// The lines outside fences, by number.
    private(set) var prose: [Int: String] = [:]
    private var fence: Fence?

    mutating func read(_ line: String, number: Int) {
        let text = line.trimmingSpaces
        if let fence {
            if text.hasPrefix(fence.marker), text.allSatisfy({ $0 == fence.marker.first }) {
                self.fence = nil
                if fence.isSwift {
                    references.append(
                        MarkdownReference(
                            kind: .swift, text: fence.content.joined(separator: "\n"), line: fence.line + 1))
                }
            } else if fence.isShell {
                readCommand(text, in: fence, number: number)
            } else {
                self.fence?.content.append(line)
            }
        } else if let opened = Self.fence(opening: text, number: number) {
            fence = opened
        } else {
            if text.hasPrefix("#") {
                readHeading(text)
            }
            prose[number] = line
            readProse(line, number: number)
        }
    }

    private static func fence(opening text: String, number: Int) -> Fence? {
        guard let first = text.first, first == "`" || first == "~" else { return nil }
        let marker = String(text.prefix { $0 == first })
        let info = text.dropFirst(marker.count)
        guard marker.count >= 3, !info.contains("`") else { return nil }
        let language = String(info.trimmingSpaces.prefix { $0 != " " && $0 != "," })
        return Fence(
            marker: marker, isShell: shells.contains(language) || transcripts.contains(language),
            isTranscript: transcripts.contains(language), isSwift: language == "swift", line: number)
    }

    private mutating func readCommand(_ text: String, in fence: Fence, number: Int) {
        let isPrompted = text.hasPrefix("$ ")
        guard isPrompted || !fence.isTranscript else { return }
        references.append(
            MarkdownReference(kind: .command, text: isPrompted ? String(text.dropFirst(2)) : text, line: number))
    }

    private mutating func readHeading(_ text: String) {
        let slug = HeadingSlug.slug(of: String(text.drop { $0 == "#" }))
        // A repeated heading gets a number.
        var candidate = slug
        var count = 0
        while !anchors.insert(candidate).inserted {
            count += 1
            candidate = "\(slug)-\(count)"
        }
    }

    // MARK: Prose

    private mutating func readProse(_ line: String, number: Int) {
        let (prose, spans) = Self.separateCode(in: line)
        references += spans.map { MarkdownReference(kind: .code, text: $0, line: number) }
        references += Self.links(in: prose).map { MarkdownReference(kind: .link, text: $0, line: number) }
        guard prose.contains(byte: UInt8(ascii: "<")) else { return }
        for match in prose.matches(of: /<a (?:id|name)="([^"]+)"/) {
            anchors.insert(String(match.output.1))
        }
    }

    /// The line without its code spans, and the spans' content. A span closes with as many backticks as it opens with.
    ///
    /// - Parameter gap: the text that replaces each span.
    static func separateCode(in line: String, gap: String = "") -> (prose: String, spans: [String]) {
        var prose = ""
        var spans: [String] = []
        var rest = Substring(line)
        while let tick = rest.firstIndex(of: "`") {
            prose += rest[..<tick] + gap
            let marker = rest[tick...].prefix { $0 == "`" }
            let content = rest[marker.endIndex...]
            guard let close = content.firstRange(of: marker) else { return (prose + content, spans) }
            spans.append(content[..<close.lowerBound].trimmingSpaces)
            rest = content[close.upperBound...]
        }
        return (prose + rest, spans)
    }

    /// The destinations of `[text](destination "title")` and `[label]: destination`.
    private static func links(in prose: String) -> [String] {
        guard prose.contains(byte: UInt8(ascii: "]")) else { return [] }
        if let match = prose.prefixMatch(of: /\s*\[[^\]]+\]:\s+<?([^\s>]+)/) {
            return [String(match.output.1)]
        }
        return prose.matches(of: /\]\(\s*<?([^)\s>]+)/).map { String($0.output.1) }
    }
}
