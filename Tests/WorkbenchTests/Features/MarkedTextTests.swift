import Testing

@testable import Workbench

@Suite struct MarkedTextTests {
    private func text(_ lines: String..., path: String = "Makefile") -> MarkedText {
        MarkedText(path: path, text: lines.map { $0 + "\n" }.joined())
    }

    @Test(
        "a marker is a comment at the end of a line, in the style of the file",
        arguments: ["list = books // feature: Books", "books: # feature: Books", "| row | <!-- feature: Books -->"])
    func styles(line: String) {
        let marker = FeatureMarker(endOf: line)
        #expect(marker?.feature == "Books")
        #expect(marker?.kind == .line)
        #expect(marker?.isAlone == false)
    }

    @Test(
        "a sentence about markers is no marker",
        arguments: ["Write `// feature: Books`.", "feature: Books", "// feature: Books is new", "# features: Books"])
    func noMarkers(line: String) {
        #expect(FeatureMarker(endOf: line) == nil)
    }

    @Test("a marker in a string literal of a Swift file is no marker, and one in a comment is")
    func literals() {
        let source = MarkedText(
            path: "A.swift",
            text:
                "let a = \"\"\"\n    b // feature: Books\n    \"\"\"\nlet c = 1 // feature: Books\n/// Text. // feature: Films\n"
        )
        #expect(source.markers.keys.sorted() == [3, 4])
    }

    @Test("removes the lines and blocks of a feature, and no other")
    func removal() throws {
        let text = text(
            "all: books films", "books # feature: Books", "films # feature: Films", "# feature: Books begin", "one",
            "two", "# feature: Books end", "end")

        let rest = try #require(try text.removing(["Books"]))
        #expect(rest.text == "all: books films\nfilms # feature: Films\nend\n")
        #expect(rest.count == 5)
        #expect(try text.removing(["Plays"]) == nil)
    }

    @Test("a removed paragraph leaves one empty line, and none at the end of the file")
    func emptyLines() throws {
        let middle = text("one", "", "books # feature: Books", "", "two")
        #expect(try middle.removing(["Books"])?.text == "one\n\ntwo\n")
        let last = text("one", "", "books # feature: Books")
        #expect(try last.removing(["Books"])?.text == "one\n")
    }

    @Test("a block without an end is refused", arguments: ["# feature: Books begin", "# feature: Books end"])
    func unbalanced(line: String) {
        #expect(throws: FeatureError.self) { try text("one", line, "two").removing(["Books"]) }
    }

    @Test("a block in a block, a foreign line in a block, and code beside a block's marker are faults")
    func nesting() {
        let nested = text(
            "# feature: Books begin", "# feature: Films begin", "a # feature: Films", "b # feature: Books end")
        #expect(nested.faults.map(\.line) == [2, 3, 4])
    }
}
