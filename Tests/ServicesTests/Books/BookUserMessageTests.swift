import Foundation
import Models
import Primitives
import Testing

@testable import Services

@Suite("A book service error's message")
struct BookUserMessageTests {
    @Test("the file of all messages has every key with its English sentence, and no other")
    func documentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/reference/messages.csv")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .filter { $0.hasPrefix("service.books.") }
        let faults: [BookListFault] = [
            .foreignLink(origin: "https://books.invalid"), .unreadableLink, .loop, .noNewBooks(pages: 5),
        ]
        let expected = faults.map(\.localizableUserMessage).map { "\($0.key),\"\($0.template)\"" }
        #expect(Set(rows) == Set(expected) && rows.count == expected.count)
    }
}
