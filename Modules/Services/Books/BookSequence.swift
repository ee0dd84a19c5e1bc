public import Models

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
