import Testing

@testable import Workbench

@Suite struct BracketedTextTests {
    /// The text without the element at `index` of the list that opens with `bracket`.
    private func removing(_ index: Int, from text: String) throws -> String {
        var text = BracketedText(text)
        let list = try #require(text.lists.first)
        text.remove(element: index, of: list)
        return text.text
    }

    @Test("finds the elements of a list, whatever they contain")
    func elements() throws {
        let text = BracketedText(#"call("a, (b", c: [1, 2], /// d"# + "\n" + #"  .e(f: "\")"), g,)"#)
        let list = try #require(text.lists.first)
        #expect(text.elements(of: list) == [#""a, (b""#, "c: [1, 2]", #".e(f: "\")")"#, "g"])
        #expect(text.parent(of: text.lists[1])?.element == 1)
    }

    @Test(
        "removes an element with its comma",
        arguments: [
            (0, "[a, b, c]", "[b, c]"), (1, "[a, b, c]", "[a, c]"), (2, "[a, b, c]", "[a, b]"), (1, "[a, b,]", "[a,]"),
            (0, "[a]", "[]"), (0, "[a,]", "[]"), (0, "[\n  a,\n  b\n]", "[\n  b\n]"),
            (1, "[\n  a,\n  b\n]", "[\n  a\n]"),
        ])
    func removal(index: Int, text: String, rest: String) throws {
        #expect(try removing(index, from: text) == rest)
    }

    @Test("a comment goes with the element above or beside it")
    func comments() throws {
        let text = "[\n  a,  // beside a\n  // above b\n  b,\n  c,\n]"
        #expect(try removing(1, from: text) == "[\n  a,  // beside a\n  c,\n]")
        #expect(try removing(0, from: text) == "[\n  // above b\n  b,\n  c,\n]")
    }
}
