extension String {
    /// The Levenshtein distance: how many characters to insert, delete or replace to turn this text into the other.
    func editDistance(to other: String) -> Int {
        let target = Array(other)
        // The distances between the characters read so far and each prefix of the other text.
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
