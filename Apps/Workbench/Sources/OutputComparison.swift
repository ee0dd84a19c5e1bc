/// Compares the output that a page shows with the output of a run.
///
/// Times, dates, random identifiers, ports and widths of columns differ in every run, and numbers of steps in every app, so
/// they count as equal. A line
/// `…` in a page marks any number of omitted lines, and `…` in a line any text.
struct OutputComparison {
    let shown: [String]
    let actual: [String]

    init(shown: [String], actual: [String]) {
        self.shown = shown.map { $0.trimming() == Self.gap ? Self.gap : $0 }
        self.actual = actual
    }

    var matches: Bool {
        guard shown.contains(Self.gap) else {
            return shown.count == actual.count && zip(shown, actual).allSatisfy(Self.isEqual)
        }
        let parts = shown.split(separator: Self.gap, omittingEmptySubsequences: false).map(Array.init)
        guard let head = parts.first, let tail = parts.last, head.count + tail.count <= actual.count,
            zip(head, actual).allSatisfy(Self.isEqual), zip(tail, actual.suffix(tail.count)).allSatisfy(Self.isEqual)
        else { return false }
        var rest = actual.dropFirst(head.count).dropLast(tail.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let start = rest.indices.first(where: { Self.begins(rest[$0...], with: part) }) else { return false }
            rest = rest[(start + part.count)...]
        }
        return true
    }

    /// The shown lines with the changes of the run, or `nil` if omitted lines make that ambiguous. Lines that count as
    /// equal stay as they are.
    var updated: [String]? {
        guard !shown.contains(Self.gap) else { return nil }
        return shown.applying(difference)
    }

    /// Lines that are shown but not printed (`-`), and lines that are printed but not shown (`+`). If the page omits
    /// lines, the shown lines without a match, and the whole run.
    var diff: [String] {
        guard !shown.contains(Self.gap) else {
            let missing = shown.filter { line in line != Self.gap && !actual.contains { Self.isEqual(line, $0) } }
            let run = actual.prefix(Self.limit) + (actual.count > Self.limit ? ["… (\(actual.count) lines)"] : [])
            return missing.map { "- " + $0 } + run.map { "+ " + $0 }
        }
        let lines = difference.map { change in
            switch change {
            case .insert(let offset, let text, _): (offset: offset, text: "+ " + text)
            case .remove(let offset, let text, _): (offset: offset, text: "- " + text)
            }
        }
        return lines.sorted { ($0.offset, $1.text) < ($1.offset, $0.text) }.map(\.text)
    }

    private static let limit = 200

    private static let gap = "…"

    private var difference: CollectionDifference<String> { actual.difference(from: shown, by: Self.isEqual) }

    private static func begins(_ lines: ArraySlice<String>, with part: [String]) -> Bool {
        part.count <= lines.count && zip(part, lines).allSatisfy(isEqual)
    }

    private static func isEqual(_ shown: String, _ actual: String) -> Bool {
        shown == actual || matches(shown: normalized(shown), actual: normalized(actual))
    }

    private static func matches(shown: String, actual: String) -> Bool {
        guard shown.contains(gap) else { return shown == actual }
        let parts = shown.split(separator: gap, omittingEmptySubsequences: false)
        guard let head = parts.first, let tail = parts.last, actual.hasPrefix(head),
            actual.dropFirst(head.count).hasSuffix(tail)
        else { return false }
        var rest = actual.dropFirst(head.count).dropLast(tail.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    private static func normalized(_ line: String) -> String {
        var text = line.trimmingEnd
        text.replace(/[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/, with: "‹uuid›")
        text.replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})/, with: "‹date›")
        text.replace(/[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/, with: "‹date›")
        text.replace(/\d[\d,]*(?:\.\d+)? (?:ms|µs)\b|\d+\.\d+ s\b/, with: "‹time›")
        text.replace(/127\.0\.0\.1:\d{4,5}\b/, with: "127.0.0.1:‹port›")
        text.replace(/^\d+\.[ ]/, with: "‹step›. ")
        // Remove the bars of a chart and the padding of columns.
        text.replace(/[█▉▊▋▌▍▎▏·]+/, with: "")
        let margin = text.prefix { $0 == " " }
        return String(margin) + String(text.dropFirst(margin.count)).replacing(/\s{2,}/, with: " ")
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }
}
