import Foundation

/// The ratios of all measures as one SVG picture: a row for each contender, its median and middle half as a bar, relative
/// to the first contender of its measure.
struct Plot {
    let outcomes: [Outcome]

    private static let rowHeight = 22.0
    private static let labelWidth = 420.0
    private static let chartWidth = 420.0

    /// A complete SVG document.
    var svg: String {
        var body: [String] = []
        var y = 30.0
        for outcome in outcomes {
            body.append(Self.text(outcome.title, x: 12, y: y, style: "font-weight:600"))
            y += Self.rowHeight
            let base = outcome.results.first?.seconds.median ?? .nan
            let scale =
                Self.chartWidth / max(1.25, (outcome.results.map { $0.seconds.upperQuartile / base }.max() ?? 1))
            let top = y
            for result in outcome.results {
                body.append(row(result, base: base, scale: scale, y: y))
                y += Self.rowHeight
            }
            let one = Self.labelWidth + scale
            body.append(
                "<line x1=\"\(Self.number(one))\" x2=\"\(Self.number(one))\" y1=\"\(top - 14)\" "
                    + "y2=\"\(y - 16)\" stroke=\"#888\" stroke-dasharray=\"3 3\"/>")
            y += Self.rowHeight / 2
        }
        let width = Self.labelWidth + Self.chartWidth + 160
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(y)" font-family="sans-serif" font-size="13">
            <rect width="100%" height="100%" fill="white"/>
            \(body.joined(separator: "\n"))
            </svg>

            """
    }

    private func row(_ result: Outcome.Result, base: Double, scale: Double, y: Double) -> String {
        let length = result.seconds.median / base * scale
        let low = Self.labelWidth + result.seconds.lowerQuartile / base * scale
        let high = Self.labelWidth + result.seconds.upperQuartile / base * scale
        let caption =
            "\(Outcome.time(result.seconds.median)) · × \(String(format: "%.2f", result.seconds.median / base))"
        return [
            Self.text(result.contender, x: 24, y: y),
            "<rect x=\"\(Self.labelWidth)\" y=\"\(y - 11)\" width=\"\(Self.number(length))\" height=\"13\" fill=\"#7aa6c2\"/>",
            "<line x1=\"\(Self.number(low))\" x2=\"\(Self.number(high))\" y1=\"\(y - 4.5)\" y2=\"\(y - 4.5)\" "
                + "stroke=\"#1d3f57\" stroke-width=\"2\"/>",
            Self.text(caption, x: max(high, Self.labelWidth + length) + 8, y: y),
        ].joined(separator: "\n")
    }

    private static func text(_ text: String, x: Double, y: Double, style: String = "") -> String {
        let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        return "<text x=\"\(number(x))\" y=\"\(number(y))\" style=\"\(style)\">\(escaped)</text>"
    }

    private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
