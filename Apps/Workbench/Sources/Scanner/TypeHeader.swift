/// The name and the inheritance clause of a type or an extension.
struct TypeHeader {
    /// The last component: `ID` of `extension Book.ID`.
    let name: String
    /// The last components of the names after the colon: types, protocols, and arguments of generic ones.
    let inherited: Set<String>

    /// Reads the header after the keyword at `index`.
    init(tokens: [Token], after index: Int) {
        var next = index + 1
        while next + 2 < tokens.count, tokens[next + 1].isSymbol("."), tokens[next + 2].kind == .word {
            next += 2
        }
        name = tokens[next].text
        let header = tokens[(next + 1)...].prefix { !$0.isSymbol("{") && !$0.isWord("where") }
        // A generic parameter's colon is inside angle brackets.
        var depth = 0
        let clause = header.drop { token in
            depth += token.isSymbol("<") ? 1 : token.isSymbol(">") ? -1 : 0
            return depth > 0 || !token.isSymbol(":")
        }
        inherited = Set(clause.filter { $0.kind == .word }.map(\.text))
    }
}
