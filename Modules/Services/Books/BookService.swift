public import Foundation
public import Models

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
