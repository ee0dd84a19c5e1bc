import Foundation
import Testing

@testable import Workbench

@Suite struct OwnershipTests {
    private let tree: FileTree
    private let ownership: Ownership

    /// The list of this workspace.
    init() throws {
        var root = URL(filePath: #filePath)
        for _ in 1...4 {
            root.deleteLastPathComponent()
        }
        tree = FileTree(root: root.path(percentEncoded: false))
        ownership = try Ownership(text: tree.text(of: Ownership.path))
    }

    @Test("the longest row decides, and a path without a row is the team's")
    func longest() throws {
        let ownership = try Ownership(
            text: """
                {"template": [{"path": "A", "reason": "x"}, {"path": "A/B/C", "reason": "x"}],
                "team": [{"path": "A/B", "reason": "x"}]}
                """)
        let paths = ["A", "A/x", "A/B", "A/B/x", "A/B/C", "A/B/C/x", "AB", "D"]
        #expect(paths.filter(ownership.isTemplates) == ["A", "A/x", "A/B/C", "A/B/C/x"])
    }

    @Test("the page lists the same owners and reasons")
    func page() throws {
        let page = try tree.text(of: "Docs/howto/upgrade.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        #expect(rows == (ownership.template + ownership.team).map { "| `\($0.path)` | \($0.reason) |" })
    }

    @Test("this workspace's version can be read")
    func version() throws {
        let text = try tree.text(of: TemplateVersion.path)
        #expect(try TemplateVersion(text: text).text == text)
    }
}
