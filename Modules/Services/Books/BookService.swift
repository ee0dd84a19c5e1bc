public import Foundation
public import Models
public import Primitives

extension FurtherAPI {
    /// The catalog of books, which the sample backend and every server with the Gutendex API have.
    public static let books = FurtherAPI(
        setting: "books_url", meaning: "Read books from the Gutendex server at this base URL")
}

/// Searches a catalog of books and downloads them. Needs no login.
///
/// Implementations send one request for each call. Use ``books(matching:limit:)`` or ``pages(matching:limit:)`` to
/// read a list of any length.
public protocol BookService: Sendable {
    /// The first page of the books that match `query`. The server decides how many books a page has.
    func page(of query: BookQuery) async throws(BookServiceError) -> BookPage

    /// The page at `link`, which another page contains. Throws a ``BookListFault`` if the link leads to
    /// another server.
    func page(at link: BookPage.Link) async throws(BookServiceError) -> BookPage

    /// One book. Throws ``ServiceError/notFound(_:)`` if the catalog does not have it.
    func book(id: Book.ID) async throws(BookServiceError) -> Book

    /// Downloads one file of a book into `file` and returns its length in bytes. After an interruption, the same call
    /// continues the download if the server supports it. Until the file is complete, `file` keeps its previous content.
    ///
    /// - Parameters:
    ///   - format: one of `Book.formats`.
    ///   - file: its folder must exist. An existing file is replaced.
    ///   - progress: receives how much of the file has been stored.
    func download(
        _ format: Book.Format, to file: URL, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(BookServiceError) -> Int64
}

/// Why an operation of a ``BookService`` failed.
public typealias BookServiceError = ServiceError<BookListFault>

/// Why a list can't be read to its end.
public enum BookListFault: SpecificFailure, Hashable {
    /// A link leads to another server: its scheme, host and port, without path and query.
    case foreignLink(origin: String)
    /// The address of a page is not an absolute `http` or `https` URL, or is longer than 8,192 bytes.
    case unreadableLink
    /// A link leads to a page that was already read.
    case loop
    /// This many pages in a row had no new book, and the list still did not end.
    case noNewBooks(pages: Int)

    public var kind: ServiceFailure.Kind { .unreadableResponse }

    public var localizableUserMessage: UserMessage {
        switch self {
        case .foreignLink(let origin):
            UserMessage(
                "service.books.foreignLink",
                "The list can't be read to its end: the link to its next page leads to another server (%1$@).", origin)
        case .unreadableLink:
            UserMessage(
                "service.books.unreadableLink",
                "The list can't be read to its end: the link to its next page is not valid.")
        case .loop:
            UserMessage(
                "service.books.loop",
                "The list can't be read to its end: the link to its next page leads back to an earlier page.")
        case .noNewBooks(let pages):
            UserMessage(
                "service.books.noNewBooks",
                "The list can't be read to its end: %1$@ pages in a row had no new book.", String(pages))
        }
    }
}

/// How much of a file has been downloaded.
public struct DownloadProgress: Sendable, Hashable {
    /// The bytes in the file so far, including those of an earlier, interrupted download.
    public let received: Int64
    /// The length of the whole file in bytes; `nil` if it is unknown.
    public let total: Int64?

    /// Creates a progress value from its parts.
    public init(received: Int64, total: Int64?) {
        self.received = received
        self.total = total
    }

    /// The part that has been downloaded, from 0 to 1; `nil` without a total.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(received) / Double(total), 1) : 1
    }
}
