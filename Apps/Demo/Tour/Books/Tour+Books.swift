import Composition
import DependencyInjection
import Foundation
import Models
import Networking
import Services

extension Tour {
    /// Requests each page once: the next page while the caller reads the current one, and none after the last.
    func books(_ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "Search a catalog of books, read three pages with one request ahead, and download a text",
            through: ["Demo", "Models", "Services", "RemoteServices", "Networking", "Transfers", "NIOTransport"]
        ) {
            let books = try await app.container.resolve(.books)
            _ = monitor.take()
            var (list, pages) = (BookListOutput(), 0)
            for try await page in books.pages(matching: BookQuery(search: "sample volume"), limit: 96) {
                list.add(page)
                pages += 1
            }
            let seen = monitor.take()
            try expect(list.books.count == 96 && pages == 3, "\(pages) pages have \(list.books.count) books")
            try expect(seen.attempts == pages, "\(pages) pages needed \(seen.attempts) requests")
            let found = try await books.page(of: BookQuery(search: "melville whale")).books.first
            guard let found, let text = found.format("text/plain") else {
                throw Failure("The tour failed: the catalog has no text of Moby Dick.", .failure)
            }
            let book = try await books.book(id: found.id)
            let file = app.settings.dataDirectory.appending(path: "\(book.id).txt")
            let length = try await books.download(text, to: file) { _ in }
            return [
                "read \(list.books.count) of \(list.count.grouped) books on \(pages) pages with \(seen.attempts) requests",
                "\(book.id)  \(book.title), \(book.authors.map { PersonOutput($0).text }.joined(separator: ", "))",
                "saved its text, \(length.grouped) bytes of \(text.mediaType)",
            ]
        }
    }
}
