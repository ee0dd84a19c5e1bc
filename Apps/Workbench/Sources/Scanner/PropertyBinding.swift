/// The name and type after a `var` or `let`, and whether the property is stored or computed.
struct PropertyBinding {
    let name: String
    let isStored: Bool
    let typeName: String?

    /// Reads the binding after the keyword at `index`.
    init(tokens: [Token], after index: Int) {
        var next = index + 1
        guard next < tokens.count else {
            name = "_"
            isStored = false
            typeName = nil
            return
        }
        if tokens[next].isSymbol("(") {
            name = "(…)"
            next = tokens.indexBehindParentheses(at: next)
        } else {
            name = tokens[next].text
            next += 1
        }

        var annotation: String?
        if next < tokens.count, tokens[next].isSymbol(":") {
            annotation = Self.typeName(in: tokens, from: next + 1)
            next = Self.endOfType(in: tokens, from: next + 1)
        }
        let follows = next < tokens.count ? tokens[next] : nil
        if let follows, follows.isSymbol("=") {
            isStored = true
            typeName = annotation ?? Self.calledType(in: tokens, from: next + 1)
        } else if let follows, follows.isSymbol("{") {
            let first = next + 1 < tokens.count ? tokens[next + 1].text : ""
            isStored = first == "willSet" || first == "didSet"
            typeName = annotation
        } else {
            isStored = true
            typeName = annotation
        }
    }

    /// The index of the token that ends the type at `start`: `=`, `{`, or the next declaration's first token.
    private static func endOfType(in tokens: [Token], from start: Int) -> Int {
        var depth = 0
        for index in start..<tokens.count {
            let token = tokens[index]
            if token.kind == .symbol, "([<".contains(token.text) {
                depth += 1
            } else if token.kind == .symbol, ")]>".contains(token.text), !tokens[index - 1].isSymbol("-") {
                depth -= 1
            }
            if depth < 0 || (depth == 0 && ["=", "{", ";", "}"].contains(where: token.isSymbol)) {
                return index
            }
            if depth == 0, index > start, token.line > tokens[index - 1].line, !token.isSymbol("&"),
                !continuesType(tokens[...(index - 1)])
            {
                return index
            }
        }
        return tokens.count
    }

    /// Whether a type continues on the next line after these tokens: after `&`, `.` and `->`.
    private static func continuesType(_ tokens: ArraySlice<Token>) -> Bool {
        guard let last = tokens.last else { return false }
        let isArrow = last.isSymbol(">") && tokens.dropLast().last?.isSymbol("-") == true
        return isArrow || last.isSymbol("&") || last.isSymbol(".")
    }

    /// The nominal type at `start`: `Bar` of `Foo.Bar<Int>?`, `nil` for tuples, functions and existentials.
    private static func typeName(in tokens: [Token], from start: Int) -> String? {
        var index = start
        var name: String?
        while index < tokens.count, tokens[index].kind == .word {
            guard !["any", "some", "inout", "sending"].contains(tokens[index].text) else { return nil }
            name = tokens[index].text
            guard index + 1 < tokens.count, tokens[index + 1].isSymbol(".") else { break }
            index += 2
        }
        return name
    }

    /// The type whose initializer is called at `start`: `Name(…)`, `Name<…>(…)`, `Name.init(…)`.
    private static func calledType(in tokens: [Token], from start: Int) -> String? {
        var index = start
        var name: String?
        while index + 1 < tokens.count, tokens[index].kind == .word {
            if tokens[index].text != "init" {
                name = tokens[index].text
            }
            let next = tokens[index + 1]
            if next.isSymbol("(") || (next.isSymbol("<") && !next.followsSpace) {
                return name?.first?.isUppercase == true ? name : nil
            }
            guard next.isSymbol(".") else { return nil }
            index += 2
        }
        return nil
    }
}
