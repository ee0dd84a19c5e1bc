/// Well-known works with the facts of Project Gutenberg's catalog: numbers, titles, people with their years, and a
/// selection of subjects and bookshelves. The summaries and download counts are this server's own.
enum SampleBooks {
    static let all: [Book] = {
        let books = (BookTable.parse([fiction, classics, languages].joined(separator: "\n\n")) ?? []).enumerated()
        let count = books.underestimatedCount
        return books.map { position, book in
            var book = book
            // 100 less for each place in the table, and more than any sample volume.
            book.downloadCount = SampleVolumes.count + 100 * (count - position)
            return book
        }
    }()
}
