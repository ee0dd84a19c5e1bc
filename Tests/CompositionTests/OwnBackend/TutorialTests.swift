import Foundation
import Testing

/// A bold path before a block names the file that contains the block.
@Suite("The tutorial of a backend of one's own")
struct TutorialTests {
    @Test("every block with a path is an excerpt of that file")
    func excerpts() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        func text(of path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let page = try text(of: "Docs/tutorials/connect-your-backend.md")
        let excerpts = page.matches(of: /\n\*\*(?<path>[^*\n]+)\*\*\n\n```swift\n(?<code>(?s:.)*?)```\n/)
        #expect(!excerpts.isEmpty)
        #expect(excerpts.count == page.components(separatedBy: "\n**").count - 1, "a path has no block")
        for excerpt in excerpts {
            #expect(
                try text(of: String(excerpt.path)).contains(excerpt.code), "\(excerpt.path) has no \(excerpt.code)")
        }
    }
}
