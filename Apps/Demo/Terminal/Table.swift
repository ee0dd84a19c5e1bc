/// Rows in aligned columns, for characters of equal width.
struct Table {
    let header: [String]
    var rows: [[String]] = []

    /// The lines, the header first.
    func lines(_ terminal: Terminal) -> [String] {
        let all = [header] + rows.map { row in row.map(\.printable) }
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            let cells = row.enumerated().map { column, cell in
                let isLast = column == row.count - 1
                return isLast ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return cells.joined(separator: "  ")
        }
        return lines.enumerated().map { $0.offset == 0 ? terminal.bold($0.element) : $0.element }
    }
}
