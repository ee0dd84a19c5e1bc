import Testing

@testable import Workbench

@Suite struct MarkdownDocumentTests {
    @Test(
        "headings get the anchors that GitHub generates",
        arguments: [
            ("# Plain words", "plain-words"), ("## It's `code`, *here*!", "its-code-here"),
            ("### A [link](b.md) c", "a-link-c"),
            ("# snake_case and-hyphen", "snake_case-and-hyphen"), ("# Straße 2", "straße-2"), ("# A & b", "a--b"),
        ])
    func slugs(heading: String, anchor: String) {
        #expect(MarkdownDocument(path: "a.md", text: heading).anchors == [anchor])
    }

    @Test("a repeated heading gets a number, and a fence contains no headings")
    func repeated() {
        let document = MarkdownDocument(path: "a.md", text: "# A\n# A\n```sh\n# B\n```\n")

        #expect(document.anchors == ["a", "a-1"])
    }

    @Test("a fence ends at its own marker only")
    func fences() {
        let document = MarkdownDocument(path: "a.md", text: "````text\n`a`\n```\n`b`\n````\n`c`")

        #expect(document.references.map(\.text) == ["c"])
    }

    @Test("Markdown links inside code are code")
    func linkInCode() {
        let document = MarkdownDocument(path: "a.md", text: "`[a](b)` [`c`](d)")

        #expect(document.references.map(\.kind) == [.code, .code, .link])
        #expect(document.references.map(\.text) == ["[a](b)", "c", "d"])
    }
}
