import Testing

@testable import Backend

struct GraphQLExecutionTests {
    private static let schema = """
        type Query { a: Int  b: Int!  node: Node  nodes: [Node]  strict: [Node!]  echo(v: Input, n: Int = 3): String }
        type Node { ok: Int!  fails: Int!  mayFail: Int  missing: Int!  node: Node! }
        input Input { a: Int  b: [Float!]  c: ID!  d: Boolean = true }
        """

    /// Fields named `fails` or `mayFail` fail.
    private static func node() -> GraphQLResult {
        .object(
            GraphQLObject(typeName: "Node") { field, _ in
                switch field {
                case "ok": return .int(1)
                case "missing": return .null
                case "node": return node()
                default: throw GraphQLError(.upstream, "down")
                }
            })
    }

    private static func root() -> GraphQLObject {
        GraphQLObject(typeName: "Query") { field, arguments in
            switch field {
            case "node": node()
            case "nodes", "strict": .list([node(), node()])
            case "echo": .string(arguments.json)
            default: .int(7)
            }
        }
    }

    private func run(_ text: String, operation: String? = nil, variables: GraphQLValue = [:]) throws -> String {
        do {
            let plan = try GraphQLPlan(
                GraphQLParser.document(text), operation: operation, variables: variables,
                schema: GraphQLSchema(Self.schema))
            return GraphQLExecutor.execute(plan, on: Self.root()).json
        } catch let error as GraphQLError {
            return GraphQLResponse(errors: [error]).json
        }
    }

    @Test(
        "the response has the keys of the selection in its order, and the selections of a key are merged",
        arguments: [
            (
                "{ z: b a ...F __typename a } fragment F on Query { b a node { ok } ... { node { t: __typename } } }",
                #"{"z":7,"a":7,"b":7,"node":{"ok":1,"t":"Node"},"__typename":"Query"}"#
            ),
            (
                "{ a @include(if: false) b @skip(if: false) ... @include(if: false) { c: a } ...F @skip(if: true) "
                    + "d: a @include(if: true) @skip(if: true) } fragment F on Query { e: a }",
                #"{"b":7}"#
            ),
            // An error makes the nearest nullable field around it null.
            ("{ node { ok mayFail } }", #"{"node":{"ok":1,"mayFail":null}}"#),
            ("{ a node { fails } }", #"{"a":7,"node":null}"#),
            ("{ node { node { node { fails } } } }", #"{"node":null}"#),
            ("{ nodes { fails } }", #"{"nodes":[null,null]}"#),
            ("{ a strict { fails } }", #"{"a":7,"strict":null}"#),
            ("{ x: node { missing } }", #"{"x":null}"#),
        ])
    func data(text: String, data: String) throws {
        let response = try run(text)
        #expect(response.hasSuffix("\"data\":\(data)}"), "\(response)")
    }

    @Test("an error has its place in the document, its path in the response, and a code")
    func errors() throws {
        func error(_ path: String, column: Int) -> String {
            #"{"message":"down","locations":[{"line":1,"column":\#(column)}],"path":[\#(path)],"#
                + #""extensions":{"code":"UPSTREAM"}}"#
        }
        let nodes = [#""nodes",0,"mayFail""#, #""nodes",1,"mayFail""#].map { error($0, column: 11) }
        #expect(
            try run("{ nodes { mayFail } }")
                == #"{"errors":[\#(nodes.joined(separator: ","))],"data":{"nodes":[{"mayFail":null},{"mayFail":null}]}}"#
        )
        let strict = error(#""x","node","fails""#, column: 20)
        #expect(try run("{ x: node { node { fails } } }") == #"{"errors":[\#(strict)],"data":{"x":null}}"#)
    }

    @Test("variables and literals are coerced to their types, and absent differs from null")
    func coercion() throws {
        let query = "query ($v: Input, $n: Int) { echo(v: $v, n: $n) }"
        for (text, variables, echo) in [
            (query, [:], #"{"n":3}"#), (query, ["v": .null, "n": .null], #"{"v":null,"n":null}"#),
            (
                query, ["v": ["c": .int(9), "b": .int(2), "a": .null]],
                #"{"v":{"a":null,"b":[2.0],"c":"9","d":true},"n":3}"#
            ),
            ("{ echo(v: {c: 9, b: 2, d: null}, n: 4) }", [:], #"{"v":{"b":[2.0],"c":"9","d":null},"n":4}"#),
        ] as [(String, GraphQLValue, String)] {
            let response = try run(text, variables: variables).replacing("\\", with: "")
            #expect(response == #"{"data":{"echo":"\#(echo)"}}"#)
        }
    }

    @Test(
        "an invalid variable is refused by name",
        arguments: [
            (["n": .string("3")], "The value of $n must be a 32-bit whole number."),
            (["n": .int(2_147_483_648)], "The value of $n must be a 32-bit whole number."),
            (["v": .int(3)], "The value of $v must be an object."),
            (["v": [:]], "The input $v.c of type ID! is required."),
            (["v": ["c": .null]], "The value of $v.c must not be null."),
            (["v": ["c": .bool(true)]], "The value of $v.c must be a string or a whole number."),
            (["v": ["c": .int(1), "x": .int(1)]], "There is no input $v.x."),
            (["v": ["c": .int(1), "b": .list([.float(1.5), .null])]], "The value of $v.b.1 must not be null."),
        ] as [(GraphQLValue, String)])
    func invalidVariables(variables: GraphQLValue, message: String) throws {
        let response = try run("query ($v: Input, $n: Int) { echo(v: $v, n: $n) }", variables: variables)
        #expect(response.contains(message) && response.contains("BAD_USER_INPUT"), "\(response)")
        #expect(!response.contains("data"))
    }

    @Test("the operation name chooses one of several operations, and its required variables need values")
    func operations() throws {
        let text = "query A { a } query B { b }"
        #expect(try run(text, operation: "B") == #"{"data":{"b":7}}"#)
        for name in [nil, "C"] {
            #expect(try run(text, operation: name).contains("OPERATION_RESOLUTION_FAILURE"))
        }
        #expect(try run("query ($n: Int!) { echo(n: $n) }").contains("The variable $n is required."))
    }
}

struct GraphQLDocumentTests {
    /// The error that a document has on the server's own schema.
    private func error(_ text: String) throws -> GraphQLError? {
        do {
            let schema = try GraphQLSchema(GraphQLSchema.libraryText)
            _ = try GraphQLPlan(GraphQLParser.document(text), operation: nil, variables: [:], schema: schema)
            return nil
        } catch let error as GraphQLError {
            return error
        }
    }

    @Test(
        "a syntax error names the place",
        arguments: [
            ("", 1, 1, "end of document"), ("{", 1, 2, "end of document"), ("{ }", 1, 3, "\"}\""),
            ("{ a\n  b: }", 2, 6, "\"}\""), ("{ a(b: 01) }", 1, 8, "\"0\""), ("{ a(b: 1.) }", 1, 8, "\"1\""),
            ("{ a.. }", 1, 4, "\".\""), ("{ é }", 1, 3, "\"é\""), ("{ a(b: RED) }", 1, 8, "\"RED\""),
            ("type T { a: Int }", 1, 1, "\"type\""), ("query ($a: Int @x) { a }", 1, 16, "\"@\""),
            ("{ a } }", 1, 7, "\"}\""), ("{ a() }", 1, 5, "\")\""), ("{ a(b: \"x) }", 1, 8, "\"\"\""),
            ("{ a @skip }", 1, 11, "\"}\""),
        ])
    func syntaxErrors(text: String, line: Int, column: Int, message: String) throws {
        let found = try #require(try error(text))
        #expect(found.code == .parseFailed && found.location == .init(line: line, column: column))
        #expect(found.message.contains(message), "\(found.message)")
    }

    @Test("every kind of value, comments, commas and the escape sequences of JSON are parsed, and JSON is written")
    func values() throws {
        let document = try GraphQLParser.document(
            """
            # A comment, and a byte order mark: \u{FEFF}
            query Q($n: [Int!] = [1, 2]) { f(a: [1, -0, 2.5e-3, "\\u00e9\\n\\uD83D\\uDE00", true, null, $n, {b: []}],) }
            """)
        let operation = try #require(document.operations.first)
        #expect(operation.name == "Q" && operation.variables.map { "\($0.name): \($0.type)" } == ["n: [Int!]"])
        guard case .field(_, _, let arguments, _) = try #require(operation.selections.first).kind else { return }
        #expect(
            arguments.first?.value
                == .list([
                    .int(1), .int(0), .float(0.0025), .string("é\n😀"), .bool(true), .null, .variable("n"),
                    ["b": .list([])],
                ]))
        let value = GraphQLValue.object([.init("a\"", .list([.string("\\\n\u{1}é📚/"), .float(0.5), .bool(false)]))])
        #expect(value.json == #"{"a\"":["\\\n\u0001é📚/",0.5,false]}"#)
    }

    @Test(
        "nesting beyond the limit is refused, however deep it is",
        arguments: [("", "{ a "), ("{ a(b: ", "["), ("{ a(b: ", "{ c: "), ("query ($a: ", "[")])
    func depth(start: String, nested: String) throws {
        #expect(try error(start + String(repeating: nested, count: 1000))?.message.contains("nested") == true)
    }

    @Test("fragments that double the selections, aliases and nested lists are refused before they are executed")
    func size() throws {
        let doubling = (0..<30).map { "fragment F\($0) on Member { ...F\($0 + 1) ...F\($0 + 1) }" }
        let document = "{ me { ...F0 } } fragment F30 on Member { id } " + doubling.joined(separator: " ")
        #expect(try error(document)?.message.contains("1000 selections") == true)
        let aliases = (0..<100).map { "a\($0): books(first: 100) { nodes { id } }" }.joined(separator: " ")
        for query in ["{ \(aliases) }", "{ books(first: 100) { nodes { reviews(first: 100) { id stars } } } }"] {
            #expect(try error(query)?.message.contains("more than 10000 values") == true)
        }
    }

    @Test(
        "an invalid document gets an error that names the problem and its place",
        arguments: [
            ("{ bok }", "The type Query has no field \"bok\"."),
            ("{ __schema { types { name } } }", "Introspection is limited to __typename."),
            ("{ book { title } }", "The input book.id of type Int! is required."),
            ("{ book(id: 1, name: 2) { title } }", "There is no input book.name."),
            ("{ book(id: 1, id: 2) { title } }", "The input book.id occurs twice."),
            ("{ book(id: \"1\") { title } }", "The value of book.id must be a 32-bit whole number."),
            ("{ book(id: null) { title } }", "The value of book.id must not be null."),
            ("{ book(id: 1) }", "The field \"book\" of type Book requires a selection of fields."),
            ("{ book(id: 1) { title { x } } }", "The field \"title\" of type String! has no fields to select."),
            ("{ book(id: $a) { title } }", "There is no variable $a."),
            ("query ($a: Book) { me { id } }", "\"Book\" is not an input type."),
            ("{ me { ...F } } fragment F on Member { ...F }", "or a fragment contains itself."),
            ("{ me { ...F } } fragment F on Member { ...G } fragment G on Member { ...F }", "contains itself."),
            ("{ me { ...F } }", "There is no fragment \"F\"."),
            ("{ me { ...F } } fragment F on Book { id }", "A Member is never a Book."),
            ("{ me { ... on Nothing { id } } }", "\"Nothing\" is not a type that has fields."),
            ("{ me { id @upper(if: true) } }", "There is no directive @upper."),
            ("{ me { id @skip(if: 1) } }", "The value of @skip.if must be a boolean."),
            ("{ book(id: 1) { title } book(id: 2) { title } }", "The fields with the key \"book\" are different."),
            ("mutation { addReview(input: 7) { __typename } }", "The value of addReview.input must be an object."),
            ("mutation { addReview(input: {book: 1, stars: 1}) { id } }", "The type AddReviewResult has no field"),
            (
                "mutation { addReview(input: {book: 1, stars: 1}) { ... on ValidationFailed { id } } }",
                "The type ValidationFailed has no field \"id\"."
            ),
            ("subscription { __typename }", "must select exactly one field."),
        ])
    func invalid(text: String, message: String) throws {
        let found = try #require(try error(text))
        #expect(found.message.contains(message) && found.code == .validationFailed, "\(found.message)")
        #expect(found.location != nil)
    }
}
