import Foundation
import Models
import Primitives
import Testing

@testable import Services

@Suite("A book service error's message")
struct BookUserMessageTests {
    private struct Odd: Error {}

    @Test("the documented table has every key with its English sentence, and no other")
    func documentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/howto/other-languages.md")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .filter { $0.hasPrefix("| service.books.") }
        let errors = [
            BookServiceError.notFound(.storage(reason: "It is gone.", underlying: Odd())),
            .brokenList(.foreignLink(origin: "https://books.invalid")), .brokenList(.unreadableLink),
            .brokenList(.loop), .brokenList(.noNewBooks(pages: 5)),
        ]
        let expected = errors.map(\.localizableUserMessage).map { "| \($0.key) | \($0.template) |" }
        #expect(Set(rows) == Set(expected) && rows.count == expected.count)
    }
}
