import EngineTestSupport
import GraphQL
import Networking
import Testing

private typealias Operation = GraphQLOperation<TestGuest, BookData>

@Suite("GraphQL operations")
struct OperationTests {
    @Test(
        "kind and name are read from the document",
        arguments: [
            ("query Book { book { title } }", .query, "Book"),
            ("{ book { title } }", .query, nil),
            ("query { book { title } }", .query, nil),
            ("query($id: Int = 3) { book { title } }", .query, nil),
            (
                "\u{FEFF}# mutation No { a }\n, mutation _Add2($a: In = {q: \"query X {\"}) @d(x: {y: 1}) { a }",
                .mutation, "_Add2"
            ),
            ("subscription S{a}", .subscription, "S"),
            ("fragment query on Query { query { a } } mutation Add { a }", .mutation, "Add"),
            (#"query A @d(t: "\"}", b: """ } \""" { """) { a }"#, .query, "A"),
            ("query queryOfMine{a}", .query, "queryOfMine"),
        ] as [(String, GraphQLOperationKind, String?)])
    func header(document: String, kind: GraphQLOperationKind, name: String?) {
        let operation = Operation(document)
        #expect(operation.kind == kind)
        #expect(operation.name == name)
        #expect(operation.document == document)
    }

    @Test("a name selects one of several operations")
    func several() {
        let document =
            #"query A { a(t: "mutation B { a }") } fragment F on Q { b } mutation B { b } subscription C { c }"#
        #expect(Operation(document, name: "A").kind == .query)
        #expect(Operation(document, name: "B").kind == .mutation)
        #expect(Operation(document, name: "C").kind == .subscription)
        #expect(Operation(document, name: "C").name == "C")
        // After an escaped \""" and a quotation mark, the block string goes on.
        let quoted = #"mutation A { a(t: """\"""" } """) } query B { b }"#
        #expect(Operation(quoted, name: "B").kind == .query)
    }

    @Test(
        "without a name, none of several operations is selected: the server decides, and nothing is repeated",
        arguments: ["query A { a } mutation B { b }", "mutation B { b } query A { a }", "{ a } { a }"])
    func ambiguous(document: String) {
        #expect(Operation(document).kind == .mutation)
        #expect(Operation(document).name == nil)
    }

    @Test(
        "a document without the operation counts as a mutation, which is never repeated",
        arguments: ["", "   ", "fragment F on Book { title }", "type A { b: C }", "\"\"\" {", "query", "é { a }"])
    func none(document: String) {
        #expect(Operation(document, name: "Missing").kind == .mutation)
    }

    @Test("a document that is nested 100,000 levels deep is read without recursion")
    func deep() {
        let document = String(repeating: "{a", count: 100_000) + String(repeating: "}", count: 100_000)
        #expect(Operation("query Deep \(document)").name == "Deep")
        #expect(Operation("fragment F on Q \(document) mutation M { a }").name == "M")
    }

    @Test("a fragment that several fragments use is sent once, after its first user")
    func fragments() {
        let name = GraphQLFragment("fragment Name on Person { name }")
        let author = GraphQLFragment("fragment Author on Book { authors { ...Name } }", fragments: [name])
        let editor = GraphQLFragment("fragment Editor on Book { editors { ...Name } }", fragments: [name])
        let operation = Operation("{ book { ...Author ...Editor } }", fragments: [author, editor, author])
        #expect(
            operation.document
                == ["{ book { ...Author ...Editor } }", author.text, name.text, editor.text]
                .joined(separator: "\n"))
    }
}
