extension Name {
    /// How a name is written in one place.
    enum Form: Sendable {
        case lowerCamel, snake, kebab, words
    }

    /// One place where a line contains a name.
    struct Occurrence {
        let range: Range<Int>
        /// Several for a name of one word, whose spelling is the same in several forms.
        let forms: [Form]
    }

    func text(as form: Form) -> String {
        switch form {
        case .lowerCamel: lowerCamel
        case .snake: snake
        case .kebab: kebab
        case .words: words
        }
    }

    /// The places where a line contains the name as separate words.
    func occurrences(in line: [Character]) -> [Occurrence] {
        let all: [Form] = [.lowerCamel, .snake, .kebab, .words]
        let spellings = Dictionary(grouping: all) { text(as: $0) }
        var found: [Occurrence] = []
        for (spelling, forms) in spellings {
            let name = Array(spelling)
            guard line.count >= name.count else { continue }
            for start in 0...(line.count - name.count) where line[start...].starts(with: name) {
                let range = start..<(start + name.count)
                if line.isWord(range) { found.append(Occurrence(range: range, forms: forms)) }
            }
        }
        return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
