public import Models

/// The pages of a list of books, each with the books that no earlier page had.
///
/// Nothing is sent before the first iteration. While the caller works with one page, only the next one is requested. A
/// failure is thrown after the pages before it, and ends the sequence. Cancelling the reading task, or releasing the
/// iterator, cancels the request.
public struct BookPages: AsyncSequence, Sendable {
    public typealias Element = BookPage
    public typealias Failure = BookServiceError

    private let query: BookQuery
    private let limit: Int?
    private let service: any BookService

    init(_ query: BookQuery, limit: Int?, _ service: any BookService) {
        self.query = query
        self.limit = limit
        self.service = service
    }

    /// Starts at the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: BookPageReader(query, limit: limit, service))
    }

    /// Reads the pages in order. Only one task may use it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: BookPageReader

        /// The next page; `nil` after the last one and after a failure.
        public mutating func next() async throws(BookServiceError) -> BookPage? {
            try await reader.next(isolation: #isolation)
        }

        /// The next page; `nil` after the last one and after a failure.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(BookServiceError) -> BookPage? {
            try await reader.next(isolation: actor)
        }
    }
}

extension BookService {
    /// The pages of the books that match `query`.
    ///
    /// - Parameter limit: the maximum number of books; `nil` for all. It may shorten the last page.
    public func pages(matching query: BookQuery, limit: Int? = nil) -> BookPages {
        BookPages(query, limit: limit.map { max($0, 0) }, self)
    }
}

/// The books of all pages, one after the other.
struct BookSequence: AsyncSequence, Sendable {
    typealias Element = Book
    typealias Failure = BookServiceError

    let pages: BookPages

    func makeAsyncIterator() -> Iterator {
        Iterator(pages: pages.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        var pages: BookPages.Iterator
        var rest: ArraySlice<Book> = []

        mutating func next() async throws(BookServiceError) -> Book? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(BookServiceError) -> Book? {
            while rest.isEmpty {
                guard let page = try await pages.next(isolation: actor) else { return nil }
                rest = page.books[...]
            }
            return rest.popFirst()
        }
    }
}

extension BookService {
    /// The books that match `query`, each once, by the rules of ``BookPages``.
    ///
    /// - Parameter limit: the maximum number of books; `nil` for all.
    public func books(
        matching query: BookQuery, limit: Int? = nil
    ) -> some AsyncSequence<Book, BookServiceError> & Sendable {
        BookSequence(pages: pages(matching: query, limit: limit))
    }
}
