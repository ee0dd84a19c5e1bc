public import EngineContracts
import EngineTestSupport
import Foundation
import Models
import Networking
public import Services
import Synchronization
import Testing

/// The contract that every `BookService` fulfills.
public enum BookServiceContract {
    /// The clauses. Each needs a new service and a new catalog.
    public static var clauses: [ContractClause<BookServiceSubject>] {
        [
            ContractClause("a query without conditions lists the most popular books first") { subject in
                let page = try await subject.books.page(of: BookQuery())
                #expect(page.books.count < page.count && page.skipped == 0)
                let counts = page.books.map(\.downloadCount)
                #expect(counts == counts.sorted(by: >) && Set(counts).count > 1)
            },
            ContractClause("all words of a search occur in the title or in authors' names, whatever their case") {
                subject in
                let found = try await subject.numbers(BookQuery(search: " melville  WHALE "))
                #expect(found == [2701])
                #expect(try await subject.numbers(BookQuery(search: "melville frankenstein")).isEmpty)
                #expect(try await subject.numbers(BookQuery(search: "a&page=2%20+#")).isEmpty)
            },
            ContractClause("languages, the years of authors and copyrights select books") { subject in
                let finnish = try await subject.list(BookQuery(languages: [LanguageCode("FI")]))
                #expect(!finnish.isEmpty && finnish.allSatisfy { $0.languages.contains("fi") })
                let ancient = try await subject.list(
                    BookQuery(authorYears: BookQuery.Years(from: nil, through: -600)))
                #expect(ancient.contains { $0.id.number == 6130 })
                #expect(ancient.allSatisfy { $0.authors.contains { ($0.birthYear ?? 0) <= -600 } })
                let later = BookQuery(search: "homer", authorYears: try BookQuery.Years(from: -640, through: nil))
                #expect(try await subject.numbers(later).isEmpty)
                let protected = try await subject.list(BookQuery(copyright: [.protected]))
                #expect(protected.contains { $0.id.number == 5200 })
                #expect(protected.allSatisfy { $0.copyright == .protected })
                let unknown = try await subject.books.page(of: BookQuery(copyright: [.unknown])).books
                #expect(!unknown.isEmpty && unknown.allSatisfy { $0.copyright == .unknown })
            },
            ContractClause("numbers, a topic and a media type select books; all conditions apply together") { subject in
                let ids = try [84, 2017, 2701].map { number in try Book.ID(number) }
                let named = BookQuery(ids: Set(ids + [try Book.ID(999_999)]), sort: .lowestID)
                #expect(try await subject.list(named).map(\.id) == ids)
                #expect(try await subject.numbers(BookQuery(topic: "WHALING")).contains(2701))
                #expect(try await subject.numbers(BookQuery(ids: Set(ids), mimeType: "text/plain")).count == ids.count)
                #expect(try await subject.numbers(BookQuery(ids: Set(ids), mimeType: "application/x-none")).isEmpty)
                #expect(try await subject.numbers(BookQuery(ids: Set(ids), topic: "whaling")) == [2701])
            },
            ContractClause("page links lead through every book once, in order, and back") { subject in
                let query = BookQuery(search: "sample volume", sort: .highestID)
                var (listed, count, last): ([Book.ID], Int, BookPage.Link?) = ([], 0, nil)
                for try await page in subject.books.pages(matching: query) {
                    listed += page.books.map(\.id)
                    (count, last) = (page.count, page.previous)
                    if listed.count > 200 { break }
                }
                #expect(listed.count > 32 && listed == listed.sorted(by: >) && Set(listed).count == listed.count)
                #expect(listed.count == count || listed.count > 200)
                let previous = try await subject.books.page(at: #require(last))
                #expect(Set(previous.books.map(\.id)).isSubset(of: listed))
            },
            ContractClause("a search with special characters keeps its meaning on later pages") { subject in
                let query = BookQuery(search: "volume sample", languages: [try LanguageCode("en")])
                let first = try await subject.books.page(of: query)
                let second = try await subject.books.page(at: #require(first.next))
                #expect(second.count == first.count)
                #expect(second.books.allSatisfy { $0.title.hasPrefix("Sample Volume") })
                #expect(Set(second.books.map(\.id)).isDisjoint(with: first.books.map(\.id)))
            },
            ContractClause("a book has the facts that the list has, with people of unknown and of ancient years") {
                subject in
                let listed = try await subject.list(BookQuery(ids: [Book.ID(6130), Book.ID(2017), Book.ID(5200)]))
                #expect(listed.count == 3)
                for book in listed { #expect(try await subject.books.book(id: book.id) == book) }
                let homer = try await subject.books.book(id: Book.ID(6130)).authors
                #expect(homer == [Person(name: "Homer", birthYear: -750, deathYear: -650)])
                let verses = try await subject.books.book(id: Book.ID(2017))
                #expect(verses.authors.isEmpty && verses.translators.first?.birthYear == 1823)
            },
            ContractClause("a text is saved whole, and its progress is reported") { subject in
                let book = try await subject.books.book(id: Book.ID(2701))
                let format = try #require(book.format("text/plain"))
                #expect(format.charset == "utf-8")
                try await withTemporaryFolder { folder in
                    let file = folder.appending(path: "moby.txt")
                    let last = Mutex<DownloadProgress?>(nil)
                    let length = try await subject.books.download(format, to: file) { progress in
                        last.withLock { $0 = progress }
                    }
                    let text = try String(contentsOf: file, encoding: .utf8)
                    #expect(text.contains("Moby Dick") && Int64(text.utf8.count) == length)
                    #expect(last.withLock(\.self)?.received == length)
                }
            },
            ContractClause("a book that the catalog lacks is not found, and the server's message is kept") { subject in
                let error = await expectFailure(.notFound) { try await subject.books.book(id: Book.ID(999_999_999)) }
                #expect(error?.failure?.userMessage == "No Book matches the given query.")
            },
            ContractClause("a page that the list does not have is not found") { subject in
                let first = try await subject.books.page(of: BookQuery())
                let next = try #require(first.next?.text)
                let far = BookPage.Link(next.replacing("page=2", with: "page=2000000"))
                #expect(far.text != next)
                await expectFailure(.notFound) { try await subject.books.page(at: far) }
            },
            ContractClause("a link to another server is refused, and so is one that is not an address") { subject in
                for (text, fault): (String, BookListFault) in [
                    ("https://books.invalid/books/?page=2", .foreignLink(origin: "https://books.invalid")),
                    ("/books/?page=2", .unreadableLink), ("ftp://books.invalid/", .unreadableLink),
                ] {
                    do throws(BookServiceError) {
                        _ = try await subject.books.page(at: BookPage.Link(text))
                        Issue.record("\(text) was followed")
                    } catch {
                        guard case .specific(fault) = error else {
                            Issue.record("\(text): \(error)")
                            continue
                        }
                        #expect(error.userMessage.hasSuffix("."))
                    }
                }
            },
            ContractClause("without a connection every call fails as unreachable") { subject in
                let book = try await subject.books.book(id: Book.ID(2701))
                let format = try #require(book.format("text/plain"))
                subject.backend.cutConnection()
                let errors = [
                    await expectFailure(.network) { try await subject.books.page(of: BookQuery()) },
                    await expectFailure(.network) { try await subject.books.book(id: book.id) },
                ]
                #expect(errors.allSatisfy { $0?.failure?.kind == .unreachable })
                try await withTemporaryFolder { folder in
                    _ = await expectFailure(.storage) {
                        try await subject.books.download(format, to: folder.appending(path: "none/a.txt")) { _ in }
                    }
                }
            },
            ContractClause("a cancelled call reports its cancellation") { subject in
                let id = try Book.ID(2701)
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.books.book(id: id) }
                }
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.books.page(of: BookQuery()) }
                }
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.list(BookQuery(search: "sample volume")) }
                }
            },
        ]
    }
}

extension BookServiceSubject {
    fileprivate func list(_ query: BookQuery) async throws -> [Book] {
        var found: [Book] = []
        for try await book in books.books(matching: query) { found.append(book) }
        return found
    }

    fileprivate func numbers(_ query: BookQuery) async throws -> [Int] {
        try await list(query).map(\.id.number)
    }
}

/// The subject of ``BookServiceContract``: a service, and a catalog with works and sample volumes of the sample
/// backend. `FakeBackend` has no catalog.
public struct BookServiceSubject: Sendable {
    public var books: any BookService
    let backend: any ContractBackend

    public init(_ books: any BookService, on backend: any ContractBackend) {
        self.books = books
        self.backend = backend
    }
}
