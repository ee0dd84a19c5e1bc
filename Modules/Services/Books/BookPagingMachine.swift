import Models

/// The rules for reading a list page by page: removes repeated books, and decides whether there is a next page.
struct BookPagingMachine {
    /// The number of pages in a row without a new book after which a list is reported as broken. A list that changes
    /// while it is read repeats the books of only one or two pages.
    static var pagesWithoutNewBook: Int { 5 }
    /// The longest link in bytes. RFC 9110 section 4.1 recommends support for URIs of at least 8,000 bytes.
    static var longestLink: Int { 8_192 }

    private var seenBooks: Set<Book.ID> = []
    private var seenLinks: Set<BookPage.Link> = []
    private var emptyPages = 0
    private var remaining: Int?

    /// - Parameter limit: the maximum number of books; `nil` for no limit.
    init(limit: Int?) {
        remaining = limit
    }

    /// The page for the reader, and the next step.
    struct Step {
        /// The page without the books of earlier pages.
        let page: BookPage
        /// The link to the next page; `nil` if the list ends here.
        let next: Result<BookPage.Link?, BookListFault>
    }

    mutating func receive(_ page: BookPage) -> Step {
        var new = page.books.filter { seenBooks.insert($0.id).inserted }
        emptyPages = new.isEmpty ? emptyPages + 1 : 0
        if let limit = remaining {
            new = Array(new.prefix(limit))
            remaining = limit - new.count
        }
        let cleaned = BookPage(
            count: page.count, books: new, skipped: page.skipped, next: page.next, previous: page.previous)
        return Step(page: cleaned, next: next(after: page))
    }

    private mutating func next(after page: BookPage) -> Result<BookPage.Link?, BookListFault> {
        guard let link = page.next, remaining != 0 else { return .success(nil) }
        guard link.text.utf8.count <= Self.longestLink else { return .failure(.unreadableLink) }
        guard seenLinks.insert(link).inserted else { return .failure(.loop) }
        guard emptyPages < Self.pagesWithoutNewBook else { return .failure(.noNewBooks(pages: emptyPages)) }
        return .success(link)
    }
}
