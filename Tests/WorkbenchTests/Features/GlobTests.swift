import Testing

@testable import Workbench

@Suite struct GlobTests {
    @Test(
        "a pattern matches a path by components",
        arguments: [
            ("Docs/a.md", "Docs/a.md"), ("Docs/a.md", "Docs/*.md"), ("Docs/a/b.md", "Docs/**"), ("Docs/a/b.md", "Docs"),
            ("Docs/a/b/c.md", "Docs/**/c.md"), ("Docs/c.md", "Docs/**/c.md"), ("Tests/books-1.json", "Tests/b*-*.json"),
        ])
    func match(path: String, glob: String) {
        #expect(path.matches(glob: glob))
    }

    @Test(
        "a star stays within its component",
        arguments: [("Docs/a/b.md", "Docs/*.md"), ("Docs/a.md", "Docs/a.md/b"), ("Docs/a.md", "Doc"), ("a", "")])
    func mismatch(path: String, glob: String) {
        #expect(path.matches(glob: glob) == glob.isEmpty)
    }
}
