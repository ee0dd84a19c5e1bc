import Testing

@testable import Backend

struct GraphQLExecutionTests {
    private static let schema = """
        type Query { a: Int  b: Int!  node: Node  nodes: [Node]  strict: [Node!]  echo(v: Input, n: Int = 3): String }
        type Node { ok: Int!  fails: Int!  mayFail: Int  missing: Int!  node: Node! }
        type Mutation { first: Int  second: Int }
        input Input { a: Int  b: [Float!]  c: ID!  d: Boolean = true }
        """

    /// Fields named `fails` or `mayFail` fail.
    private struct Node: GraphQLObject {
        let typeName = "Node"

        func resolve(_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult {
            switch field {
            case "ok": .int(1)
            case "missing": .null
            case "node": .object(Node())
            default: throw GraphQLError(.upstream, "down")
            }
        }
    }

    private struct Root: GraphQLObject {
        let typeName: String

        func resolve(_ field: String, _ arguments: GraphQLValue) throws -> GraphQLResult {
            switch field {
            case "node": .object(Node())
            case "nodes", "strict": .list([.object(Node()), .object(Node())])
            case "echo": .string(arguments.json)
            default: .int(7)
            }
        }
    }

    private func run(
        _ text: String, operation: String? = nil, variables: GraphQLValue = [:], costLimit: Int = 1000
    ) async throws -> String {
        do throws(GraphQLRequestError) {
            let schema = try GraphQLSchema(Self.schema)
            var parser = try GraphQLParser(text, depthLimit: 32)
            let document = try parser.document()
            try GraphQLValidator.validate(document, schema: schema, depthLimit: 32, selectionLimit: 1000)
            let plan = try GraphQLPlan(
                document, operation: operation, variables: variables, schema: schema, costLimit: costLimit)
            return await GraphQLExecutor.execute(plan, on: Root(typeName: plan.operation.kind.rootType)).json
        } catch {
            return GraphQLResponse(refused: error).json
        }
    }

    @Test("the response has the keys of the selection in its order")
    func order() async throws {
        let text = "{ z: b a ...F __typename a } fragment F on Query { b a node { ok } ... { node { t: __typename } } }"
        #expect(
            try await run(text) == #"{"data":{"z":7,"a":7,"b":7,"node":{"ok":1,"t":"Node"},"__typename":"Query"}}"#)
    }

    @Test("@skip and @include remove fields and fragments")
    func directives() async throws {
        let text = """
            query ($no: Boolean!) { a @include(if: $no) b @skip(if: $no) ... @include(if: false) { c: a }
            ...F @skip(if: true) d: a @include(if: true) @skip(if: true) } fragment F on Query { e: a }
            """
        #expect(try await run(text, variables: ["no": .bool(false)]) == #"{"data":{"b":7}}"#)
    }

    @Test("the error of a nullable field makes the field null")
    func nullableError() async throws {
        #expect(
            try await run("{ node { ok mayFail } }") == """
                {"errors":[{"message":"down","locations":[{"line":1,"column":13}],"path":["node","mayFail"],\
                "extensions":{"code":"UPSTREAM"}}],"data":{"node":{"ok":1,"mayFail":null}}}
                """)
    }

    @Test(
        "the error of a non-null field makes the nearest nullable field around it null",
        arguments: [
            ("{ a node { fails } }", #"{"a":7,"node":null}"#, #"["node","fails"]"#),
            ("{ node { node { node { fails } } } }", #"{"node":null}"#, #"["node","node","node","fails"]"#),
            ("{ nodes { fails } }", #"{"nodes":[null,null]}"#, #"["nodes",1,"fails"]"#),
            ("{ a strict { fails } }", #"{"a":7,"strict":null}"#, #"["strict",0,"fails"]"#),
            ("{ x: node { missing } }", #"{"x":null}"#, #"["x","missing"]"#),
        ])
    func propagation(text: String, data: String, path: String) async throws {
        let response = try await run(text)
        #expect(response.hasSuffix("\"data\":\(data)}"), "\(response)")
        #expect(response.contains("\"path\":\(path)"), "\(response)")
    }

    @Test("variables and literals are coerced to their types, and absent differs from null")
    func coercion() async throws {
        let text = "query ($v: Input, $n: Int) { echo(v: $v, n: $n) }"
        func echo(_ variables: GraphQLValue) async throws -> String {
            try await run(text, variables: variables).replacing("\\", with: "")
        }
        #expect(try await echo([:]) == #"{"data":{"echo":"{"n":3}"}}"#)
        #expect(try await echo(["v": .null, "n": .null]) == #"{"data":{"echo":"{"v":null,"n":null}"}}"#)
        #expect(
            try await echo(["v": ["c": .int(9), "b": .int(2), "a": .null]])
                == #"{"data":{"echo":"{"v":{"a":null,"b":[2.0],"c":"9","d":true},"n":3}"}}"#)
        let literal = try await run("{ echo(v: {c: 9, b: 2, d: null}, n: 4) }").replacing("\\", with: "")
        #expect(literal == #"{"data":{"echo":"{"v":{"b":[2.0],"c":"9","d":null},"n":4}"}}"#)
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
    func invalidVariables(variables: GraphQLValue, message: String) async throws {
        let response = try await run("query ($v: Input, $n: Int) { echo(v: $v, n: $n) }", variables: variables)
        #expect(response.contains(message) && response.contains("BAD_USER_INPUT"), "\(response)")
        #expect(!response.contains("data"))
    }

    @Test("a required variable without a value is refused")
    func requiredVariable() async throws {
        let response = try await run("query ($n: Int!) { echo(n: $n) }")
        #expect(response.contains("The variable $n is required."))
    }

    @Test("the operation name chooses one of several operations")
    func operationName() async throws {
        let text = "query A { a } query B { b }"
        #expect(try await run(text, operation: "B") == #"{"data":{"b":7}}"#)
        for name in [nil, "C"] {
            #expect(try await run(text, operation: name).contains("OPERATION_RESOLUTION_FAILURE"))
        }
    }

    @Test("an operation with more possible fields than the limit is refused before its execution")
    func cost() async throws {
        let text = "{ node { node { ok } } }"
        #expect(try await run(text, costLimit: 3) == #"{"data":{"node":{"node":{"ok":1}}}}"#)
        #expect(try await run(text, costLimit: 2).contains("TOO_COMPLEX"))
        let library = try GraphQLSchema(GraphQLSchema.libraryText)
        let inner = String(repeating: "reviews(first: 2147483647) { book { ", count: 9) + "id"
        var parser = try GraphQLParser(
            "{ book(id: 1) { \(inner)\(String(repeating: "} }", count: 9)) } }", depthLimit: 32)
        let document = try parser.document()
        #expect(throws: GraphQLRequestError.self) {
            try GraphQLPlan(document, operation: nil, variables: [:], schema: library, costLimit: .max - 1)
        }
    }

    @Test("an operation with more fields of its own than the limit is refused")
    func rootLimit() async throws {
        func text(_ count: Int) -> String { "{ \((1...count).map { "a\($0): b" }.joined(separator: " ")) b: a b: a }" }
        #expect(try await run(text(GraphQLPlan.rootLimit - 1)).contains("data"))
        #expect(try await run(text(GraphQLPlan.rootLimit)).contains("TOO_COMPLEX"))
    }

    @Test("a selection that a directive leaves out counts, because each object visits it")
    func skippedCost() async throws {
        let text = "{ a \(String(repeating: "b @skip(if: true) ", count: 9))}"
        #expect(try await run(text, costLimit: 10) == #"{"data":{"a":7}}"#)
        #expect(try await run(text, costLimit: 9).contains("TOO_COMPLEX"))
    }

    @Test("JSON strings have escapes for quotes, backslashes and control characters")
    func strings() {
        let value = GraphQLValue.object([.init("a\"", .list([.string("\\\n\u{1}é📚"), .float(0.5), .bool(false)]))])
        #expect(value.json == #"{"a\"":["\\\n\u0001é📚",0.5,false]}"#)
    }
}
