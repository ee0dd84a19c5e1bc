public import EngineTestSupport
public import Foundation
public import Models
public import Services

extension Book {
    /// A book with defaults.
    public static func fixture(
        id: Int = 2701, title: String = "Moby Dick; Or, The Whale",
        authors: [Person] = [Person(name: "Melville, Herman", birthYear: 1819, deathYear: 1891)],
        languages: [String] = ["en"], copyright: Copyright = .publicDomain, formats: [Format] = []
    ) throws(InvalidValue) -> Book {
        Book(
            id: try ID(id), title: title, authors: authors, languages: languages, copyright: copyright,
            formats: formats)
    }
}

/// A mock of `BookService`: returns the responses that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an `UnexpectedCall`.
public final class MockBookService: BookService {
    /// One call with its argument.
    public enum Call: Sendable, Equatable {
        case pageOf(BookQuery)
        case pageAt(BookPage.Link)
        case book(id: Book.ID)
        case download(Book.Format, to: URL)
    }

    /// The arguments of ``download(_:to:progress:)``. A response may report progress.
    public typealias Download = (format: Book.Format, file: URL, progress: @Sendable (DownloadProgress) -> Void)

    private let pageOfResponse: MockResponse<BookQuery, BookPage, BookServiceError>?
    private let pageAtResponse: MockResponse<BookPage.Link, BookPage, BookServiceError>?
    private let bookResponse: MockResponse<Book.ID, Book, BookServiceError>?
    private let downloadResponse: MockResponse<Download, Int64, BookServiceError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any BookService)? = nil,
        pageOf: MockResponse<BookQuery, BookPage, BookServiceError>? = nil,
        pageAt: MockResponse<BookPage.Link, BookPage, BookServiceError>? = nil,
        book: MockResponse<Book.ID, Book, BookServiceError>? = nil,
        download: MockResponse<Download, Int64, BookServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        pageOfResponse = .of(pageOf, base) { base, call throws(BookServiceError) in try await base.page(of: call) }
        pageAtResponse = .of(pageAt, base) { base, call throws(BookServiceError) in try await base.page(at: call) }
        bookResponse = .of(book, base) { base, call throws(BookServiceError) in try await base.book(id: call) }
        downloadResponse = .of(download, base) { base, call throws(BookServiceError) in
            try await base.download(call.format, to: call.file, progress: call.progress)
        }
        recorder = MockRecorder("BookService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func page(of query: BookQuery) async throws(BookServiceError) -> BookPage {
        try await recorder.respond(to: .pageOf(query), query, with: pageOfResponse)
    }

    public func page(at link: BookPage.Link) async throws(BookServiceError) -> BookPage {
        try await recorder.respond(to: .pageAt(link), link, with: pageAtResponse)
    }

    public func book(id: Book.ID) async throws(BookServiceError) -> Book {
        try await recorder.respond(to: .book(id: id), id, with: bookResponse)
    }

    public func download(
        _ format: Book.Format, to file: URL, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(BookServiceError) -> Int64 {
        try await recorder.respond(to: .download(format, to: file), (format, file, progress), with: downloadResponse)
    }
}
