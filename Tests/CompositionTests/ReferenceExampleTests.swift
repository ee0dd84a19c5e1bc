import EngineTestSupport
import Foundation
import SnippetCompiler
import Testing

/// The Swift examples in the reference pages of the networking layer compile as shown.
///
/// The examples of one page are one file, so they may use one another. All files are one module, because starting the
/// compiler takes longer than checking them.
struct ReferenceExampleTests {
    static let pages = [
        "endpoints", "authentication", "retries", "redirects", "http-cache", "downloads", "timeouts", "tls-trust",
        "errors-and-events",
    ]

    @Test("the Swift examples of the networking reference compile", .timeLimit(.minutes(20)))
    func examples() async throws {
        guard let compiler = try SnippetCompiler.knowing("Composition") else { return }
        try await withTemporaryFolder { folder in
            let files = try Self.pages.map { page in
                let code = try Self.code(in: page)
                #expect(!code.isEmpty, "\(page).md has no example")
                let file = folder.appending(path: "\(page).swift")
                try Data(code.utf8).write(to: file)
                return file
            }
            let outcome = try await compiler.typecheck(files)
            #expect(outcome.succeeded, "\(outcome.output)")
        }
    }

    /// All fenced blocks of Swift in a page, in their order.
    private static func code(in page: String) throws -> String {
        let folder = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let text = try String(contentsOf: folder.appending(path: "Docs/reference/\(page).md"), encoding: .utf8)
        var isCode = false
        return text.components(separatedBy: "\n").filter { line in
            if line.hasPrefix("```") {
                isCode = line == "```swift"
                return false
            }
            return isCode
        }.joined(separator: "\n")
    }
}
