extension String {
    /// The beginning of the text that fits in `columns`, with an ellipsis if it is cut.
    func fitted(to columns: Int) -> String {
        guard let end = self.end(fitting: columns, in: indices) else { return self }
        guard columns > 1 else { return columns == 1 ? "…" : "" }
        return self[..<(self.end(fitting: columns - 1, in: indices) ?? end)] + "…"
    }

    /// The text with spaces after it, so that it fills `columns`.
    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: max(columns - self.columns, 0))
    }

    /// The text in lines of at most `columns`, cut between words. Only a word that is longer than a line, such as a
    /// URL, is cut itself.
    func wrapped(to columns: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.columns + 1 + String(word).columns <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                var rest = String(word)
                while let end = rest.end(fitting: columns, in: rest.indices), end > rest.startIndex {
                    lines.append(String(rest[..<end]))
                    rest = String(rest[end...])
                }
                lines.append(rest)
            }
        }
        return lines
    }

    /// The first index, in this order, whose character no longer fits. Also limits the number of scalars, because
    /// combining characters need no columns.
    func end(fitting columns: Int, in order: some Sequence<Index>) -> Index? {
        var (used, scalars) = (0, 0)
        for index in order {
            let character = String(self[index])
            used += character.columns
            scalars += character.unicodeScalars.count
            if used > columns || scalars > 8 * columns { return index }
        }
        return nil
    }
}
