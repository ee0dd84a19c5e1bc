/// Finds a file's types, their stored properties, and the stored properties at file scope.
///
/// It tracks nesting only: braces after a type's header are that type's body, other braces are code, and parentheses
/// contain no declarations.
struct DeclarationScanner {
    struct Findings: Sendable {
        var types: [TypeDeclaration] = []
        /// File-scope and static properties.
        var globals: [StoredProperty] = []
        /// Everything declared outside functions, except enum cases.
        var declarations: [Declaration] = []
    }

    private enum Nesting {
        /// The body of the type at this index of the findings.
        case type(Int)
        case code
        case parentheses
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final", "lazy", "weak",
        "unowned", "nonisolated", "override", "required", "dynamic", "indirect", "distributed", "mutating",
        "nonmutating",
        "consuming", "borrowing", "convenience", "isolated", "prefix", "postfix", "infix",
    ]
    private static let members: Set<String> = [
        "var", "let", "func", "init", "subscript", "typealias", "associatedtype",
    ]

    private let tokens: [Token]
    private var findings = Findings()
    private var nesting: [Nesting] = []
    private var pendingType: Int?
    private var prefix = DeclarationPrefix()

    static func findings(in tokens: [Token]) -> Findings {
        var scanner = DeclarationScanner(tokens: tokens)
        scanner.scan()
        return scanner.findings
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
    }

    private mutating func scan() {
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if token.isSymbol("@"), let end = readAttribute(at: index) {
                index = end
                continue
            }
            if declares(at: index), Self.modifiers.contains(token.text), !startsType(at: index) {
                index = readModifier(at: index)
                continue
            }
            if token.kind == .symbol {
                nest(token.text)
            } else if declares(at: index) {
                if Self.members.contains(token.text) {
                    readDeclaration(at: index)
                }
                if token.text == "var" || token.text == "let" {
                    readProperty(at: index)
                } else if startsType(at: index), let kind = TypeDeclaration.Kind(rawValue: token.text) {
                    readDeclaration(at: index)
                    let header = TypeHeader(tokens: tokens, after: index)
                    findings.types.append(
                        TypeDeclaration(
                            kind: kind, name: header.name, inherited: header.inherited, modifiers: prefix.modifiers))
                    pendingType = findings.types.count - 1
                }
            }
            prefix = DeclarationPrefix()
            index += 1
        }
    }

    private mutating func nest(_ symbol: String) {
        switch symbol {
        case "{":
            nesting.append(pendingType.map(Nesting.type) ?? .code)
            pendingType = nil
        case "(", "[":
            nesting.append(.parentheses)
        case "}", ")", "]":
            _ = nesting.popLast()
        default:
            break
        }
    }

    /// Whether the word at `index` can begin a declaration: it is no member's name and not in parentheses.
    private func declares(at index: Int) -> Bool {
        guard tokens[index].kind == .word else { return false }
        if index > 0, tokens[index - 1].isSymbol(".") {
            return false
        }
        if case .parentheses = nesting.last {
            return false
        }
        return true
    }

    /// `class Name`, but not `class var`; `actor Name {`, but not a variable named `actor`.
    private func startsType(at index: Int) -> Bool {
        guard index + 2 < tokens.count, let kind = TypeDeclaration.Kind(rawValue: tokens[index].text) else {
            return false
        }
        let name = tokens[index + 1]
        guard name.kind == .word, name.text != "func", name.text != "var", name.text != "subscript" else {
            return false
        }
        guard !Self.modifiers.contains(name.text) else { return false }
        let next = tokens[index + 2]
        return kind != .actor || ["{", ":", "<"].contains(where: next.isSymbol) || next.isWord("where")
    }

    // MARK: Attributes and modifiers

    /// Reads `@Name` or `@Name(…)` and returns the index after it.
    private mutating func readAttribute(at index: Int) -> Int? {
        var end = index + 1
        guard end < tokens.count, tokens[end].kind == .word else { return nil }
        prefix.begin(at: tokens[index].line)
        prefix.attributes.append(tokens[end].text)
        end += 1
        if end < tokens.count, tokens[end].isSymbol("("), !tokens[end].followsSpace {
            end = tokens.indexBehindParentheses(at: end)
        }
        return end
    }

    private mutating func readModifier(at index: Int) -> Int {
        prefix.begin(at: tokens[index].line)
        prefix.modifiers.append(tokens[index].text)
        // `private(set)` and `nonisolated(unsafe)`, but not a call of a function named `open`.
        guard index + 3 < tokens.count, tokens[index + 1].isSymbol("("), tokens[index + 3].isSymbol(")"),
            ["set", "safe", "unsafe"].contains(where: tokens[index + 2].isWord)
        else {
            return index + 1
        }
        return index + 4
    }

    // MARK: Declarations

    private mutating func readDeclaration(at index: Int) {
        let owner: Int?
        switch nesting.last {
        case nil: owner = nil
        case .type(let index): owner = index
        case .code, .parentheses: return
        }
        guard index + 1 < tokens.count else { return }
        let keyword = tokens[index].text
        let isNamed = !["init", "subscript"].contains(keyword)
        let isOperator = keyword == "func" && tokens[index + 1].kind == .symbol
        let name = tokens[(index + 1)...].prefix { isOperator && $0.kind == .symbol && $0.text != "(" }.map(\.text)
        let isProperty = keyword == "var" || keyword == "let"
        let binding = isProperty ? PropertyBinding(tokens: tokens, after: index) : nil
        findings.declarations.append(
            Declaration(
                keyword: keyword, name: isOperator ? name.joined() : isNamed ? tokens[index + 1].text : keyword,
                modifiers: prefix.modifiers, storedType: binding?.isStored == true ? binding?.typeName : nil,
                owner: owner, firstLine: prefix.line ?? tokens[index].line, line: tokens[index].line))
    }

    // MARK: Properties

    private mutating func readProperty(at index: Int) {
        let isStatic = prefix.modifiers.contains("static") || prefix.modifiers.contains("class")
        let type: Int?
        switch nesting.last {
        case nil: type = nil
        case .type(let index): type = index
        case .code, .parentheses: return
        }
        // At file scope, `if let` and similar statements bind a name for one statement.
        if type == nil, index > 0, tokens[index - 1].line == tokens[index].line, bindsForStatement(tokens[index - 1]) {
            return
        }
        let isGlobal = type == nil || isStatic
        let binding = PropertyBinding(tokens: tokens, after: index)
        guard binding.isStored else { return }
        let property = StoredProperty(
            name: binding.name, isVariable: tokens[index].text == "var", isGlobal: isGlobal, typeName: binding.typeName,
            attributes: prefix.attributes, line: tokens[index].line)
        if isGlobal {
            findings.globals.append(property)
        } else if let type {
            findings.types[type].properties.append(property)
        }
    }

    private func bindsForStatement(_ token: Token) -> Bool {
        token.isSymbol(",") || ["if", "guard", "while", "case", "for"].contains(where: token.isWord)
    }
}

/// The attributes and modifiers before a declaration.
private struct DeclarationPrefix {
    var attributes: [String] = []
    var modifiers: [String] = []
    /// The line of the first of them.
    var line: Int?

    mutating func begin(at line: Int) {
        self.line = self.line ?? line
    }
}
