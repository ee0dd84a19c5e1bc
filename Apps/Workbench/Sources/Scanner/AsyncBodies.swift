/// Finds the code of asynchronous functions that run on their caller's executor: the bodies of `async` declarations
/// without `@concurrent`.
///
/// A local function is a body of its own, and so is a closure marked `@concurrent`. Other closures count as part of the
/// function around them, because the tokens alone don't say where they run.
struct AsyncBodies {
    private static let declarations: Set<String> = ["func", "init", "get"]
    /// Words that end a declaration without a body, as in a protocol.
    private static let terminators: Set<String> = [
        "func", "init", "var", "let", "case", "struct", "class", "enum", "actor", "extension", "protocol", "subscript",
        "typealias", "static", "public", "package", "internal", "fileprivate", "private", "mutating", "nonisolated",
    ]

    private let tokens: [Token]

    /// The indices of the tokens that are code of such a function.
    static func indices(in tokens: [Token]) -> Set<Int> {
        AsyncBodies(tokens: tokens).indices()
    }

    private func indices() -> Set<Int> {
        var indices: Set<Int> = []
        /// Whether the code in each open pair of braces is such code.
        var nesting: [Bool] = []
        /// By the index of the opening brace.
        var bodies: [Int: Bool] = [:]
        for (index, token) in tokens.enumerated() {
            if nesting.last == true {
                indices.insert(index)
            }
            if token.isSymbol("{") {
                nesting.append(bodies[index] ?? (isConcurrentClosure(at: index) ? false : nesting.last ?? false))
            } else if token.isSymbol("}") {
                _ = nesting.popLast()
            } else if token.kind == .word, Self.declarations.contains(token.text), let body = body(at: index) {
                bodies[body.brace] = body.isAsync && !isConcurrent(before: index)
            }
        }
        return indices
    }

    /// The brace that opens the body of the declaration at `index`, and whether `async` is in its signature.
    private func body(at index: Int) -> (brace: Int, isAsync: Bool)? {
        if index > 0, tokens[index - 1].isSymbol(".") {
            return nil
        }
        var isAsync = false
        var position = index + 1
        while position < tokens.count {
            let token = tokens[position]
            if token.isSymbol("(") {
                position = tokens.indexBehindParentheses(at: position)
                continue
            }
            if token.isSymbol("{") {
                return (position, isAsync)
            }
            if token.isSymbol("}") || token.kind == .word && Self.terminators.contains(token.text) {
                return nil
            }
            isAsync = isAsync || token.isWord("async")
            position += 1
        }
        return nil
    }

    /// Whether `@concurrent` is among the attributes and modifiers in front of the declaration at `index`.
    private func isConcurrent(before index: Int) -> Bool {
        var position = index - 1
        while position > 0, tokens[position].kind == .word || tokens[position].isSymbol("@") {
            if tokens[position].isWord("concurrent"), tokens[position - 1].isSymbol("@") {
                return true
            }
            position -= 1
        }
        return false
    }

    /// `{ @concurrent in …`
    private func isConcurrentClosure(at brace: Int) -> Bool {
        brace + 2 < tokens.count && tokens[brace + 1].isSymbol("@") && tokens[brace + 2].isWord("concurrent")
    }
}
