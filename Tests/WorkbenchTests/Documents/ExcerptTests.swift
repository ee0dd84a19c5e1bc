import Foundation
import Testing

/// In these pages, a bold path before a block names the file that contains the block.
@Suite("Excerpts of code in the documentation")
struct ExcerptTests {
    @Test(
        "every block with a path is an excerpt of that file",
        arguments: ["README.md", "Docs/tutorials/connect-your-backend.md"])
    func excerpts(page: String) throws {
        let page = try text(of: page)
        let excerpts = page.matches(of: /\n\*\*(?<path>[^*\n]+)\*\*\n\n```swift\n(?<code>(?s:.)*?)```\n/)
        #expect(!excerpts.isEmpty)
        #expect(excerpts.count == page.matches(of: /\n\*\*[^*\n]+\*\*\n/).count, "a path has no block")
        for excerpt in excerpts {
            #expect(
                try text(of: String(excerpt.path)).contains(excerpt.code), "\(excerpt.path) has no \(excerpt.code)")
        }
    }

    private func text(of path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
