import Testing

@testable import Backend

struct GraphQLParserTests {
    private func parse(_ text: String, depthLimit: Int = 32) throws(GraphQLRequestError) -> GraphQLDocument {
        var parser = try GraphQLParser(text, depthLimit: depthLimit)
        return try parser.document()
    }

    private func error(_ text: String, depthLimit: Int = 32) -> GraphQLError? {
        do throws(GraphQLRequestError) {
            _ = try parse(text, depthLimit: depthLimit)
            return nil
        } catch {
            return error.errors.first
        }
    }

    /// The value of the only argument of the only field.
    private func argument(_ text: String) throws -> GraphQLValue? {
        guard case .field(let field)? = try parse("{ f(a: \(text)) }").operations.first?.selections.first else {
            return nil
        }
        return field.arguments.first?.value
    }

    private func string(_ text: String) throws -> String? {
        try argument(text)?.string
    }

    @Test("an operation has its kind, name, variables and selections")
    func operation() throws {
        let document = try parse(
            """
            # A comment, and a byte order mark: \u{FEFF}
            query Books($first: Int! = 3, $ids: [ID!]) { page: books(first: $first) @include(if: true) { ...Page } }
            fragment Page on BookConnection { nodes { ... on Book { id, } ... @skip(if: false) { title } } }
            """)
        let operation = try #require(document.operations.first)
        #expect(operation.kind == .query && operation.name == "Books" && document.operations.count == 1)
        #expect(operation.variables.map { "\($0.name): \($0.type)" } == ["first: Int!", "ids: [ID!]"])
        guard case .field(let field)? = operation.selections.first else {
            Issue.record("no field")
            return
        }
        #expect(field.key == "page" && field.name == "books" && field.directives.map(\.name) == ["include"])
        #expect(field.location == .init(line: 2, column: 46))
        let fragment = try #require(document.fragments.first)
        #expect(fragment.name == "Page" && fragment.type == "BookConnection")
    }

    @Test("every kind of value is parsed")
    func values() throws {
        let value = try argument(
            #"[1, -0, 2.5e-3, "x", true, false, null, RED, $v, {a: 1, b: []}, 99999999999999999999]"#)
        #expect(
            value
                == .list([
                    .int(1), .int(0), .float(0.0025), .string("x"), .bool(true), .bool(false), .null,
                    .enumeration("RED"), .variable("v"), ["a": .int(1), "b": .list([])], .float(1e20),
                ]))
        #expect(value?.variables == ["v"])
        #expect(error("{ f(a: 1e999) }")?.code == .parseFailed)
    }

    @Test("escape sequences of strings are replaced by their characters")
    func escapes() throws {
        #expect(try string(#""\"\\\/\b\f\n\r\t\u00e9\u{1F4DA}\uD83D\uDE00""#) == "\"\\/\u{8}\u{C}\n\r\té📚😀")
        for invalid in [#""\x""#, #""\u12""#, #""\uD83D""#, #""\u{110000}""#, #""\u{}""#, "\"a\nb\"", "\"a", "\"a\\"] {
            #expect(error("{ f(a: \(invalid)) }")?.code == .parseFailed, "\(invalid)")
        }
    }

    @Test(
        "a syntax error names the place",
        arguments: [
            ("", 1, 1, "end of document"), ("{", 1, 2, "end of document"), ("{ }", 1, 3, "\"}\""),
            ("{ a\n  b: }", 2, 6, "\"}\""), ("{ a(b: 01) }", 1, 10, "Invalid number"),
            ("{ a(b: 1.) }", 1, 10, "number"),
            ("{ a(b: 1x) }", 1, 9, "number"), ("{ a.. }", 1, 4, "\".\""), ("{ é }", 1, 3, "\"é\""),
            ("{ \u{7} }", 1, 3, "U+7"), ("fragment on on T { a }", 1, 13, "\"on\""),
            ("type T { a: Int }", 1, 1, "\"type\""),
            ("{ a(b: \"\"\"x\"\"\") }", 1, 8, "no block strings"),
            ("query ($a: Int @x) { a }", 1, 16, "\"@\""), ("{ a } }", 1, 7, "\"}\""), ("{ a() }", 1, 5, "\")\""),
        ])
    func syntaxErrors(text: String, line: Int, column: Int, message: String) throws {
        let found = try #require(error(text))
        #expect(found.code == .parseFailed && found.locations == [.init(line: line, column: column)])
        #expect(found.message.contains(message), "\(found.message)")
    }

    @Test(
        "nesting beyond the limit is refused, however deep it is",
        arguments: [("", "{ a "), ("{ a(b: ", "["), ("{ a(b: ", "{ c: "), ("query ($a: ", "[")])
    func depth(start: String, nested: String) {
        #expect(error(start + String(repeating: nested, count: 50_000))?.code == .tooComplex)
    }

    @Test("a document with more tokens than the limit is refused, and so is a long name")
    func size() {
        func document(_ count: Int) -> String { "{ \(String(repeating: "a ", count: count - 2))}" }
        #expect(error(document(GraphQLLexer.tokenLimit)) == nil)
        #expect(error(document(GraphQLLexer.tokenLimit + 1))?.code == .tooComplex)
        // Its key would be in the response for each item of a list.
        let name = String(repeating: "a", count: GraphQLLexer.nameLimit)
        #expect(error("{ \(name): b }") == nil)
        #expect(error("{ \(name)a: b }")?.code == .tooComplex)
    }

    @Test("nesting up to the limit is allowed")
    func depthLimit() {
        let text = String(repeating: "{ a ", count: 33) + String(repeating: "}", count: 33)
        #expect(error(text, depthLimit: 32)?.code == .tooComplex)
        #expect(error(text, depthLimit: 33) == nil)
    }

    @Test("random and mutated documents are parsed or refused, and never trap", arguments: 0..<20)
    func fuzz(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let schema = try GraphQLSchema(GraphQLSchema.libraryText)
        let valid = Array(
            """
            query Q($a: Int! = 3, $b: [ReviewInput!] = [{book: 1, stars: 2.0}]) { x: books(first: $a, after: "\\u0041") {
            nodes { ...F @skip(if: false) ... on Book { reviews(first: 2) { text } } } } }
            fragment F on Book { id title authors { name } }
            """.utf8)
        let alphabet = Array("{}()[]!$:=@|.\"\\#,&aQ1-e \n\r\u{FEFF}é".utf8)
        for _ in 0..<300 {
            var bytes = Bool.random(using: &generator) ? valid : []
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let byte =
                    Bool.random(using: &generator)
                    ? alphabet.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
                let index = Int.random(in: 0...bytes.count, using: &generator)
                if index < bytes.count, Bool.random(using: &generator) {
                    bytes[index] = byte
                } else {
                    bytes.insert(byte, at: index)
                }
            }
            do throws(GraphQLRequestError) {
                let document = try parse(String(decoding: bytes, as: UTF8.self))
                try GraphQLValidator.validate(document, schema: schema, depthLimit: 32, selectionLimit: 1000)
                let plan = try GraphQLPlan(
                    document, operation: nil, variables: [:], schema: schema, costLimit: 1000)
                #expect(
                    !plan.selectedFields.isEmpty || plan.fields(of: [plan.operation.selections], on: "Query").isEmpty)
            } catch {
                #expect(!error.errors.isEmpty && error.errors.allSatisfy { !$0.message.isEmpty })
            }
        }
    }
}
