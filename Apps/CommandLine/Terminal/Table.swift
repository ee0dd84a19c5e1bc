/// Rows in aligned columns. On a screen that is too narrow, long values end with an ellipsis. If that is not enough,
/// each row becomes a list of labeled values. The first column is never cut, because it has the IDs.
package struct Table {
    let header: [String]
    var rows: [[String]] = []

    package init(header: [String], rows: [[String]] = []) {
        (self.header, self.rows) = (header, rows)
    }

    /// The lines, the header first.
    ///
    /// - Parameter indentation: how many columns the caller prints before each line.
    package func lines(_ terminal: Terminal, indentation: Int = 0) -> [String] {
        let all = [header] + rows.map { row in row.map(\.printable) }
        let natural = header.indices.map { column in all.map { $0[column].columns }.max() ?? 0 }
        let limit = terminal.columns.map { max($0 - indentation, 1) } ?? .max
        guard let widths = fitting(natural, in: limit) else { return records(terminal, limit) }
        let lines = all.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let text = cell.0.fitted(to: cell.1)
                return column == row.count - 1 ? text : text.padded(to: cell.1)
            }
            return cells.joined(separator: Self.gap)
        }
        return lines.enumerated().map { $0.offset == 0 ? terminal.bold($0.element) : $0.element }
    }

    private static var gap: String { "  " }
    /// The smallest width to which values are cut.
    private static var shortest: Int { 8 }

    /// The widths of the columns, the widest ones reduced until a line fits; `nil` if no line would fit.
    private func fitting(_ natural: [Int], in limit: Int) -> [Int]? {
        var widths = natural
        let least = zip(header, natural).enumerated().map { column, cell in
            column == 0 ? cell.1 : max(cell.0.columns, min(cell.1, Self.shortest))
        }
        let gaps = Self.gap.count * max(widths.count - 1, 0)
        while widths.reduce(gaps, +) > limit {
            let reducible = widths.indices.filter { widths[$0] > least[$0] }
            guard let widest = reducible.max(by: { widths[$0] < widths[$1] }) else { return nil }
            widths[widest] -= 1
        }
        return widths
    }

    private func records(_ terminal: Terminal, _ limit: Int) -> [String] {
        let width = header.map(\.columns).max() ?? 0
        let blocks = rows.map { row in
            zip(header, row).flatMap { label, value in
                value.printable.wrapped(to: max(limit - width - Self.gap.count, 1)).enumerated().map { position, line in
                    terminal.dim((position == 0 ? label : "").padded(to: width)) + Self.gap + line
                }
            }
        }
        return Array(blocks.joined(separator: [""]))
    }
}
