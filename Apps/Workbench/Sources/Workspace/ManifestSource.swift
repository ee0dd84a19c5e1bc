/// Package.swift as text, because a dump has no line numbers.
struct ManifestSource: Sendable {
    static let path = "Package.swift"

    private let tokens: [Token]

    init(text: String) {
        tokens = Lexer(text).tokens
    }

    /// The line where a target is declared: the call with its name as the first of several arguments, else the first
    /// use of its name, else 1.
    func line(ofTarget name: String) -> Int {
        let literals = tokens.indices.filter { tokens[$0].kind == .string && tokens[$0].text == name }
        let declaration = literals.first { index in
            // `.target(name: "X")` without further arguments is a dependency.
            index + 1 < tokens.count && opensDeclaration(before: index) && tokens[index + 1].isSymbol(",")
        }
        return (declaration ?? literals.first).map { tokens[$0].line } ?? 1
    }

    /// The line of a package's address or folder, or 1 if there is none.
    func line(ofPackage identity: String) -> Int {
        let token = tokens.first { token in
            guard token.kind == .string, token.text.contains("/") else { return false }
            let last = token.text.split(separator: "/").last?.lowercased() ?? ""
            return last == identity || last == identity + ".git"
        }
        return token?.line ?? 1
    }

    /// Whether the literal at `index` is the first argument, labeled `name` or not at all, of a call that can declare a
    /// target: SwiftPM's own or a function of this manifest.
    private func opensDeclaration(before index: Int) -> Bool {
        var open = index - 1
        if open >= 2, tokens[open].isSymbol(":"), tokens[open - 1].isWord("name") {
            open -= 2
        }
        guard open >= 1, tokens[open].isSymbol("(") else { return false }
        return !["library", "executable", "plugin", "product", "Package"].contains(tokens[open - 1].text)
    }
}
