import Testing

@testable import Workbench

@Suite struct MarkdownDocumentTests {
    @Test(
        "anchors are made of headings the way GitHub makes them",
        arguments: [
            ("# Plain words", "plain-words"), ("## It's `code`, *here*!", "its-code-here"),
            ("### A [link](b.md) c", "a-link-c"),
            ("# snake_case and-hyphen", "snake_case-and-hyphen"), ("# Straße 2", "straße-2"), ("# A & b", "a--b"),
        ])
    func slugs(heading: String, anchor: String) {
        #expect(MarkdownDocument(path: "a.md", text: heading).anchors == [anchor])
    }

    @Test("a heading that comes twice gets a number, one in a fence is none")
    func repeated() {
        let document = MarkdownDocument(path: "a.md", text: "# A\n# A\n```sh\n# B\n```\n")

        #expect(document.anchors == ["a", "a-1"])
    }

    @Test("a fence ends with its own marker only")
    func fences() {
        let document = MarkdownDocument(path: "a.md", text: "````text\n`a`\n```\n`b`\n````\n`c`")

        #expect(document.references.map(\.text) == ["c"])
    }

    @Test("a link inside code is code")
    func linkInCode() {
        let document = MarkdownDocument(path: "a.md", text: "`[a](b)` [`c`](d)")

        #expect(document.references.map(\.kind) == [.code, .code, .link])
        #expect(document.references.map(\.text) == ["[a](b)", "c", "d"])
    }
}
