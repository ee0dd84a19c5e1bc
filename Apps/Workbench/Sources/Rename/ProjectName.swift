import Foundation

/// The workspace's name in the three forms that its files contain: `Acme`, `acme` and `ACME`.
struct ProjectName: Sendable, Equatable {
    let title: String
    let lower: String
    let upper: String

    /// - Throws: ``NameRefusal`` if the text is no type name, or if two of its forms are equal.
    init(_ text: String) throws(NameRefusal) {
        guard let first = text.first else { throw .empty }
        if let other = text.first(where: { !$0.isASCII || !($0.isLetter || $0.isNumber) }) {
            throw .character(other, in: text)
        }
        guard !first.isNumber else { throw .leadingDigit(text) }
        guard first.isUppercase else { throw .lowerCase(text) }
        (title, lower, upper) = (text, text.lowercased(), text.uppercased())
        guard title != upper else { throw .upperCase(text) }
        if let keyword = [title, lower].first(where: Self.keywords.contains) { throw .keyword(keyword, in: text) }
    }

    /// The name of the package, the only place that states the workspace's name.
    ///
    /// - Parameter manifest: the text of Package.swift.
    init(ofPackage manifest: String) throws {
        let tokens = Lexer(manifest).tokens
        let name = tokens.indices.first { index in
            index + 4 < tokens.count && tokens[index].isWord("Package") && tokens[index + 1].isSymbol("(")
                && tokens[index + 2].isWord("name") && tokens[index + 4].kind == .string
        }
        guard let name else { throw WorkspaceError.unreadableManifest("It has no `Package(name: …)`.") }
        try self.init(tokens[name + 4].text)
    }

    /// The words that Swift reserves as declarations, statements, expressions or types.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "async", "await", "borrowing",
        "break",
        "case", "catch", "class", "consuming", "continue", "convenience", "default", "defer", "deinit", "didset", "do",
        "dynamic", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for", "func",
        "get", "guard", "if", "import", "in", "indirect", "infix", "init", "inout", "internal", "is", "isolated",
        "lazy",
        "let", "macro", "mutating", "nil", "nonisolated", "nonmutating", "open", "operator", "optional", "override",
        "package", "postfix", "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required",
        "rethrows", "return", "self", "sending", "set", "some", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while", "willset", "yield",
    ]
}
