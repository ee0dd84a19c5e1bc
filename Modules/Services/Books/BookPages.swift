public import Models

/// The pages of a list of books, each with the books that no earlier page had.
///
/// Nothing is sent before the first iteration. While the caller works with one page, the next one is requested, and
/// never more than that. A failure is thrown after the pages before it, and ends the sequence. Cancelling the reading
/// task, or releasing the iterator, cancels the request.
public struct BookPages: AsyncSequence, Sendable {
    public typealias Element = BookPage
    public typealias Failure = BookServiceError

    private let query: BookQuery
    private let service: any BookService

    init(_ query: BookQuery, _ service: any BookService) {
        self.query = query
        self.service = service
    }

    /// Starts at the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(query, service)
    }

    /// Reads the pages in order. One task may use it.
    public struct Iterator: AsyncIteratorProtocol {
        private let reader: BookPageReader

        fileprivate init(_ query: BookQuery, _ service: any BookService) {
            reader = BookPageReader(query, service)
        }

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
    /// All pages of the books that match `query`.
    public func pages(matching query: BookQuery) -> BookPages {
        BookPages(query, self)
    }
}
