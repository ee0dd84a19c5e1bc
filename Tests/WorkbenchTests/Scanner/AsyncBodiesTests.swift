import Testing

@testable import Workbench

@Suite struct AsyncBodiesTests {
    /// The words in lower case that are code of an asynchronous function on its caller's executor.
    private func words(in source: String) -> [String] {
        let tokens = Lexer(source).tokens
        return AsyncBodies.indices(in: tokens).sorted().map { tokens[$0] }
            .filter { $0.kind == .word && $0.text.count == 1 }.map(\.text)
    }

    @Test(
        "the body of an async function, initializer or getter counts, whatever its signature has",
        arguments: [
            "func f() async { x }", "func f<A>(b: () -> A) async throws(E) -> (A) where A: B { x }",
            "init?(a: Int) async { x }", "var a: Int { get async throws { x } }",
            "protocol P { func a() -> B }\nfunc f() async { if true { x } }",
            "func f() async { g { x } }", "func f() async { func g() { y }\n x }",
            "@concurrent func f() async { y }\nfunc g() async { x }",
        ])
    func counts(source: String) {
        #expect(words(in: source).contains("x"))
        #expect(!words(in: source).contains("y"))
    }

    @Test(
        "other code does not",
        arguments: [
            "func f() { y }", "@concurrent private static func f() async { y }", "let a = { y }",
            "func f() async { g { @concurrent in y } }", "protocol P { func f() async\n func g() }\nextension P { y }",
            "func f(a: () async -> Void) { y }", "struct S { func f() async {}\n var y = 1 }", "a.get { y }",
        ])
    func doesNotCount(source: String) {
        #expect(!words(in: source).contains("y"))
    }
}
