/// A Swift file, scanned once for all rules.
struct SourceFile: Sendable {
    /// From the package's root.
    let path: String
    let tokens: [Token]
    let comments: [Comment]
    let imports: [ImportDeclaration]
    let declarations: DeclarationScanner.Findings
    /// Comments and string literals.
    let prose: [Prose]

    init(path: String, text: String) {
        self.path = path
        let lexer = Lexer(text)
        tokens = lexer.tokens
        comments = lexer.comments
        imports = ImportScanner.imports(in: lexer.tokens)
        declarations = DeclarationScanner.findings(in: lexer.tokens)
        prose = [Prose.comments(in: lexer.comments, of: path), Prose.strings(in: lexer.tokens, of: path)]
    }
}
