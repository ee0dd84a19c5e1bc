import Foundation

/// Compares the output that a page shows with the output of a run.
///
/// Times, dates, random identifiers, ports and widths of columns differ in every run, and numbers of steps in every app, so
/// they count as equal. A line `…` in a page marks any number of omitted lines, and `…` in a line any text.
struct OutputComparison {
    let shown: [String]
    let actual: [String]

    /// Makes a regular expression of the shown lines.
    var matches: Bool {
        let pattern = shown.map { line in
            guard line.trimming() != "…" else { return #"(?:[^\n]*\n)*?"# }
            return Self.normalized(line).components(separatedBy: "…").map(NSRegularExpression.escapedPattern)
                .joined(separator: #"[^\n]*"#) + #"\n"#
        }
        let text = actual.map { Self.normalized($0) + "\n" }.joined()
        return text.range(of: "\\A(?:\(pattern.joined()))\\z", options: .regularExpression) != nil
    }

    /// The shown lines with the changes of the run, or `nil` if omitted lines make that ambiguous. Lines that count as
    /// equal stay as they are.
    var updated: [String]? { shown.contains { $0.trimming() == "…" } ? nil : shown.applying(difference) }

    /// Lines that are shown but not printed (`-`), and lines that are printed but not shown (`+`).
    var diff: String {
        difference.map { change in
            switch change {
            case .insert(_, let line, _): "  + " + line
            case .remove(_, let line, _): "  - " + line
            }
        }.joined(separator: "\n")
    }

    private var difference: CollectionDifference<String> {
        actual.difference(from: shown) { OutputComparison(shown: [$1], actual: [$0]).matches }
    }

    private static func normalized(_ line: String) -> String {
        var text = line.replacing(/\s+$/, with: "")
        text.replace(/[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/, with: "‹uuid›")
        text.replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})/, with: "‹date›")
        text.replace(/[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/, with: "‹date›")
        text.replace(/\d[\d,]*(?:\.\d+)? (?:ms|µs)\b|\d+\.\d+ s\b/, with: "‹time›")
        text.replace(/127\.0\.0\.1:\d{4,5}\b/, with: "127.0.0.1:‹port›")
        text.replace(/^\d+\.[ ]/, with: "‹step›. ")
        // Remove the bars of a chart and the padding of columns.
        text.replace(/[█▉▊▋▌▍▎▏·]+/, with: "")
        return text.replacing(/(\S)\s{2,}/) { "\($0.1) " }
    }
}
