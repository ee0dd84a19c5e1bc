import Testing

@testable import Workbench

@Suite struct LexerTests {
    private func strings(in source: String) -> [String] {
        Lexer(source).tokens.filter { $0.kind == .string }.map(\.text)
    }

    private func words(in source: String) -> [String] {
        Lexer(source).tokens.filter { $0.kind == .word }.map(\.text)
    }

    @Test("comments are not tokens, and nested block comments end with the outermost")
    func comments() {
        let lexer = Lexer("a // b\n/* c /* d */\n e */ f /// g")

        #expect(lexer.tokens.map(\.text) == ["a", "f"])
        #expect(lexer.tokens.map(\.line) == [1, 3])
        #expect(lexer.comments.map(\.text) == ["// b", "/* c /* d */\n e */", "/// g"])
        #expect(lexer.comments.map(\.lines) == [1...1, 2...3, 3...3])
    }

    @Test("a comment inside a string is text, and a string inside a comment is a comment")
    func commentsAndStrings() {
        #expect(strings(in: #""a // b /* c" // "d""#) == ["a // b /* c"])
        #expect(words(in: #""//" e /* " */ f"#) == ["e", "f"])
    }

    @Test("escaped quotes and backslashes do not end a string early or late")
    func escapes() {
        #expect(strings(in: #""a\"b" "c\\" d"#) == [#"a\"b"#, #"c\\"#])
        #expect(words(in: #""c\\" d"#) == ["d"])
    }

    @Test("a multi-line string can contain quotes and lines, and later lines are counted right")
    func multiLine() {
        let source = "let a = \"\"\"\n    \"quoted\" \\\"\"\" import Foo\n    \"\"\"\nlet b"

        #expect(strings(in: source) == ["\n    \"quoted\" \\\"\"\" import Foo\n    "])
        #expect(Lexer(source).tokens.last?.line == 4)
    }

    @Test("a raw string ends at a quote with its own number of hashes")
    func raw() {
        #expect(strings(in: ##"#"a "b" \n"# #"\"#"##) == [#"a "b" \n"#, #"\"#])
        #expect(strings(in: ###"##"a "# b"## c"###) == [##"a "# b"##])
        #expect(strings(in: "#\"\"\"\n\"\"\" a\n\"\"\"# b") == ["\n\"\"\" a\n"])
        #expect(strings(in: ##"#"""# a"##) == [#"""#], "one quotation mark, not the start of a multi-line string")
    }

    @Test("code in an interpolation is code, the strings nested in it are strings")
    func interpolation() {
        let source = #""a \(f("b \(c) )", { d() })) e" g"#

        #expect(strings(in: source) == [#"a \() e"#, #"b \() )"#])
        #expect(words(in: source) == ["f", "c", "d", "g"])
    }

    @Test("in a raw string only a backslash with its hashes interpolates")
    func rawInterpolation() {
        let source = ##"#"a \(b) \#(c)"#"##

        #expect(strings(in: source) == [##"a \(b) \()"##])
        #expect(words(in: source) == ["c"])
    }

    @Test("an unterminated string ends with its line")
    func unterminated() {
        #expect(words(in: "let a = \"b c\nimport d") == ["let", "a", "import", "d"])
    }

    @Test(
        "a regex literal is one token",
        arguments: [
            (#"let a = /"/"#, #"""#), (#"match(of: /https:\/\/"x/)"#, #"https:\/\/"x"#), ("return /a b/", "a b"),
            (##"let a = #/b/"c/#"##, #"b/"c"#), ("let a = #/\n  \" # a comment\n/#", "\n  \" # a comment\n"),
        ])
    func regex(source: String, content: String) {
        let tokens = Lexer(source).tokens

        #expect(tokens.filter { $0.kind == .regex }.map(\.text) == [content])
        #expect(tokens.contains { $0.kind == .string } == false)
    }

    @Test(
        "a slash that divides begins no regex",
        arguments: ["a / b / c", "a/b/c", "(a)/2/b", "values[0]/2/b", "4/2/1", "a! / b / c", "reduce(1, /) / a"])
    func division(source: String) {
        #expect(Lexer(source).tokens.contains { $0.kind == .regex } == false)
    }

    @Test("lines in literals are counted")
    func regexLines() {
        #expect(Lexer("let a = #/\nb\n/#\nc").tokens.last?.line == 4)
        #expect(Lexer("\"\"\"\na \\\nb\n\"\"\"\nc").tokens.last?.line == 5)
    }

    @Test("names in backticks are words, even with spaces")
    func backticks() {
        #expect(words(in: "func `an import Foo` () { `default` }") == ["func", "`an import Foo`", "`default`"])
    }

    @Test("the interpreter line of a script is skipped")
    func shebang() {
        #expect(words(in: "#!/usr/bin/env swift import\na") == ["a"])
    }

    @Test("conditions are directives, other hashes are not")
    func directives() {
        let tokens = Lexer("#if os(Linux)\n#elseif b\n#else\n#endif\n#expect(a)\n#selector(b)").tokens

        #expect(tokens.filter { $0.kind == .directive }.map(\.text) == ["#if", "#elseif", "#else", "#endif"])
    }

    @Test("the lexer stops at the end of every truncated source", arguments: 0...62)
    func truncated(length: Int) {
        let source = "#if a\n\"\\(b /* \"\"\" \\#(c #\"d\"# `e` /f/ #/g/# 1.5 \"\"\"\\n\\\n*/)\" // h"
        let cut = String(source.prefix(length))

        #expect(Lexer(cut).tokens.allSatisfy { $0.line <= 3 })
    }
}
