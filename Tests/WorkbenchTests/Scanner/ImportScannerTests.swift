import Testing

@testable import Workbench

@Suite struct ImportScannerTests {
    private func imports(in source: String) -> [ImportDeclaration] {
        ImportScanner.imports(in: Lexer(source).tokens)
    }

    private func modules(in source: String) -> [String] {
        imports(in: source).map(\.module)
    }

    @Test("imports are found in order, with their lines")
    func plain() {
        #expect(imports(in: "import Foo\n\nimport Bar").map { "\($0.module):\($0.line)" } == ["Foo:1", "Bar:3"])
    }

    @Test("several imports on one line are several imports")
    func oneLine() {
        #expect(modules(in: "import Foo; import Bar;import Baz") == ["Foo", "Bar", "Baz"])
    }

    @Test(
        "comments and literals contain no imports",
        arguments: [
            "// import Foo", "/* import Foo */", "/* /* */ import Foo */", "let a = \"import Foo\"",
            "let a = \"\"\"\nimport Foo\n\"\"\"", "let a = #\"a\" import Foo\"#", "let a = /import Foo/",
            "let `import Foo` = 1",
        ])
    func lookalikes(source: String) {
        #expect(modules(in: source).isEmpty)
    }

    @Test(
        "a member or argument named import is no import",
        arguments: [
            "a.import(b)", "f(import: b)", "f(\n    import: b)", "func f(import path: String) {}", "case `import`",
        ])
    func members(source: String) {
        #expect(modules(in: source).isEmpty)
    }

    @Test("an import between comments is found")
    func amongComments() {
        #expect(modules(in: "/* a */ import /* b */ Foo // c") == ["Foo"])
    }

    @Test("attributes are found, with and without arguments, on one line or several")
    func attributes() {
        #expect(imports(in: "@testable import Foo").first?.attributes == ["testable"])
        #expect(imports(in: "@_exported import Foo").first?.attributes == ["_exported"])
        #expect(imports(in: "@_implementationOnly import Foo").first?.attributes == ["_implementationOnly"])
        #expect(
            imports(in: "@_spi(Testing)\n@preconcurrency public import Foo").first?.attributes == [
                "_spi", "preconcurrency",
            ])
    }

    @Test("an access level is found", arguments: ["public", "package", "internal", "fileprivate", "private"])
    func access(level: String) {
        let found = imports(in: "import Foo\n\(level) import Bar")

        #expect(found.map(\.access) == [nil, level])
        #expect(found.map(\.attributes) == [[], []])
    }

    @Test(
        "a scoped import names its module",
        arguments: ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"])
    func scoped(keyword: String) {
        let found = imports(in: "import \(keyword) Foundation.Date\nimport Bar")

        #expect(found.map(\.module) == ["Foundation", "Bar"])
        #expect(found.first?.scope == keyword)
        #expect(found.first?.path == ["Date"])
    }

    @Test("a submodule belongs to its module")
    func submodule() {
        let found = imports(in: "import Foo.Bar.Baz\nimport `Qux`")

        #expect(found.map(\.module) == ["Foo", "Qux"])
        #expect(found.first?.path == ["Bar", "Baz"])
    }

    @Test("imports in every branch are found with their condition")
    func branches() {
        let source = """
            import Always
            #if canImport(Darwin)
            import Darwin
            #elseif os(Linux) || os(Android)
            import Glibc
            #if DEBUG
            import Debugging
            #endif
            #else
            import Musl
            #endif
            import Again
            """

        #expect(
            imports(in: source).map { "\($0.module): \($0.condition ?? "always")" } == [
                "Always: always",
                "Darwin: canImport(Darwin)",
                "Glibc: !canImport(Darwin) && (os(Linux) || os(Android))",
                "Debugging: !canImport(Darwin) && (os(Linux) || os(Android)) && DEBUG",
                "Musl: !canImport(Darwin) && !(os(Linux) || os(Android))",
                "Again: always",
            ])
    }

    @Test("a condition can span lines inside its parentheses")
    func longCondition() {
        #expect(
            imports(in: "#if (os(Linux) ||\n    os(macOS))\nimport Foo\n#endif").first?.condition
                == "((os(Linux) || os(macOS)))")
    }
}
