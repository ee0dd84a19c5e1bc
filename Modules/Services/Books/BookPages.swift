public import Models

/// The pages of a list of books. Each page has only the books that no earlier page had.
///
/// A page is requested when the caller reads it. A failure is thrown after the pages before it, and ends the sequence.
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
        Iterator(
            query: query, service: service, machine: BookPagingMachine(limit: limit),
            upcoming: limit == 0 ? .success(nil) : .success(.first))
    }

    /// Reads the pages in order. Only one task may use it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate enum Place {
            case first
            case link(BookPage.Link)
        }

        fileprivate let query: BookQuery
        fileprivate let service: any BookService
        fileprivate var machine: BookPagingMachine
        /// What the next call requests or throws; `nil` at the end.
        fileprivate var upcoming: Result<Place?, BookServiceError>

        /// The next page; `nil` after the last one and after a failure.
        public mutating func next() async throws(BookServiceError) -> BookPage? {
            try await next(isolation: #isolation)
        }

        /// The next page; `nil` after the last one and after a failure.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(BookServiceError) -> BookPage? {
            let place = upcoming
            upcoming = .success(nil)
            guard let place = try place.get() else { return nil }
            if Task.isCancelled { throw .cancelled }
            let page =
                switch place {
                case .first: try await service.page(of: query)
                case .link(let link): try await service.page(at: link)
                }
            let step = machine.receive(page)
            upcoming = step.next.map { $0.map(Place.link) }.mapError { .specific($0) }
            return step.page
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
