/// A drawing of a graph without cycles as SVG: a band of boxes for each level, with the nodes that need nothing at the bottom.
/// The colors are CSS variables of the page.
struct LevelDrawing {
    struct Node {
        let id, label: String
        let level: Int
        /// Shown when the pointer rests on the box.
        var title = ""
        /// A CSS class.
        var style = ""
    }

    private static let (width, height, gap, characterWidth) = (720.0, 24.0, 8.0, 6.3)

    let title: String
    let nodes: [Node]
    let edges: [(from: String, to: String)]

    var svg: String {
        let rows = Self.rows(nodes)
        let bandHeight = Self.height + 22
        var places: [String: (x: Double, y: Double, width: Double)] = [:]
        for (index, row) in rows.enumerated() {
            let widths = row.map { Self.width(of: $0.label) }
            // Centered, with the space that is left spread between the boxes.
            let space = min(24, (Self.width - widths.reduce(0, +)) / Double(row.count + 1))
            var x = (Self.width - widths.reduce(0, +) - space * Double(row.count - 1)) / 2
            for (node, width) in zip(row, widths) {
                places[node.id] = (x, Double(index) * bandHeight + 2, width)
                x += width + space
            }
        }
        let lines = edges.compactMap { from, to -> String? in
            guard let start = places[from], let end = places[to] else { return nil }
            let (x1, y1) = (start.x + start.width / 2, start.y + Self.height)
            let (x2, y2) = (end.x + end.width / 2, end.y)
            let middle = (y1 + y2) / 2
            return "<path class=\"edge\" d=\"M\(x1.short) \(y1.short)C\(x1.short) \(middle.short) "
                + "\(x2.short) \(middle.short) \(x2.short) \(y2.short)\"><title>\(from) needs \(to)</title></path>"
        }
        let boxes = rows.joined().compactMap { node -> String? in
            guard let place = places[node.id] else { return nil }
            return "<g class=\"node \(node.style)\"><title>\(node.title.escaped)</title><rect x=\"\(place.x.short)\" "
                + "y=\"\(place.y.short)\" width=\"\(place.width.short)\" height=\"\(Self.height.short)\" rx=\"4\"/>"
                + "<text x=\"\((place.x + place.width / 2).short)\" y=\"\((place.y + 16).short)\">"
                + "\(node.label.escaped)</text></g>"
        }
        let height = (Double(rows.count) * bandHeight).short
        return """
            <svg viewBox="0 0 \(Self.width.short) \(height)" role="img" aria-label="\(title.escaped)">
            \((lines + boxes).joined(separator: "\n"))
            </svg>
            """
    }

    /// The rows from the highest level down. A level that is too wide has several.
    private static func rows(_ nodes: [Node]) -> [[Node]] {
        Dictionary(grouping: nodes, by: \.level).sorted { $0.key > $1.key }.flatMap { _, nodes in
            var rows: [[Node]] = [[]]
            var used = 0.0
            for node in nodes {
                let width = width(of: node.label) + gap
                if used + width > Self.width, !rows[rows.count - 1].isEmpty {
                    rows.append([])
                    used = 0
                }
                rows[rows.count - 1].append(node)
                used += width
            }
            return rows
        }
    }

    private static func width(of label: String) -> Double { Double(label.count) * characterWidth + 14 }
}

extension Double {
    /// With one decimal at most.
    var short: String {
        let tenths = (self * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    var hundredths: String {
        let hundredths = Int((self * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    var percent: String { "\(Int((self * 100).rounded())) %" }
}

extension Int {
    /// With a comma between thousands.
    var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits.prefix($0).suffix(3)) }
        return (self < 0 ? "−" : "") + groups.reversed().joined(separator: ",")
    }
}

extension String {
    /// As text or an attribute of HTML.
    var escaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
