extension [Token] {
    /// The index after the parenthesis that closes the one at `index`.
    func indexBehindParentheses(at index: Int) -> Int {
        var depth = 0
        for position in index..<count {
            depth += self[position].isSymbol("(") ? 1 : self[position].isSymbol(")") ? -1 : 0
            if depth == 0 {
                return position + 1
            }
        }
        return count
    }
}
