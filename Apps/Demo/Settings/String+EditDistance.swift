extension String {
    /// How many characters have to be put in, taken out or replaced to make this text the other one (Levenshtein).
    func editDistance(to other: String) -> Int {
        let target = Array(other)
        // The row of the last character read: from there to each beginning of the other text.
        var row = Array(0...target.count)
        for (position, character) in enumerated() {
            var diagonal = row[0]
            row[0] = position + 1
            for (index, wanted) in target.enumerated() {
                let replaced = diagonal + (character == wanted ? 0 : 1)
                diagonal = row[index + 1]
                row[index + 1] = Swift.min(replaced, row[index] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}
