import NIOCore
import Testing

@testable import Backend

struct CatalogTests {
    private let catalog = CatalogStore.standard

    @Test("the catalog has 94 works and 1,000 sample volumes, each id once")
    func contents() {
        #expect(SampleBooks.all.count == 94 && SampleVolumes.all.count == 1000)
        #expect(Set(catalog.books.map(\.id)).count == 1094)
        for book in catalog.books {
            #expect(catalog.book(id: book.id) == book)
            #expect(!book.title.isEmpty && book.summaries.count == 1 || book.id == 5200, "\(book.id)")
            #expect(book.languages.allSatisfy { $0.utf8.count == 2 }, "\(book.id)")
            for people in [book.authors, book.editors, book.translators] {
                #expect(people.allSatisfy { ($0.birthYear ?? -10_000) < ($0.deathYear ?? 10_000) }, "\(book.id)")
            }
        }
    }

    @Test("the catalog has every case that a client has to read")
    func cases() {
        let books = SampleBooks.all
        #expect(books.contains { $0.authors.isEmpty } && books.contains { $0.authors.count > 1 })
        #expect(books.contains { !$0.editors.isEmpty } && books.contains { !$0.translators.isEmpty })
        #expect(books.contains { $0.authors.contains { ($0.birthYear ?? 0) < 0 } })
        #expect(books.contains { $0.authors.contains { $0.birthYear == nil && $0.deathYear == nil } })
        #expect(books.contains { $0.copyright == true } && SampleVolumes.all.contains { $0.copyright == nil })
        #expect(books.contains { BookFormats.types(of: $0).isEmpty } && books.contains { $0.audio != nil })
        #expect(Set(books.flatMap(\.languages)).isSuperset(of: ["de", "en", "fi", "fr", "la", "zh"]))
    }

    @Test("the most popular books come first, works before sample volumes")
    func popularity() {
        let counts = catalog.books.map(\.downloadCount)
        #expect(counts == counts.sorted(by: >) && Set(counts).count == counts.count)
        #expect(catalog.books.first?.id == 84 && catalog.books[94].id == SampleVolumes.firstID)
    }

    @Test("a table is read line by line")
    func table() {
        let books = BookTable.parse(
            """
            7 A title; with a semicolon
            by Doe, Jane -5 ?; Roe, R. (Richard) 1900 1980
            ed Poe, P. ? ?
            tr Noe, N. 1 2
            lang fr; en
            about B; A
            shelf D; C
            rights true
            note One sentence; and its end.

            8 A recording
            audio
            """)
        let first = Book(
            id: 7, title: "A title; with a semicolon",
            authors: [
                Person(name: "Doe, Jane", birthYear: -5),
                Person(name: "Roe, R. (Richard)", birthYear: 1900, deathYear: 1980),
            ],
            editors: [Person(name: "Poe, P.")], translators: [Person(name: "Noe, N.", birthYear: 1, deathYear: 2)],
            summaries: ["One sentence; and its end."], subjects: ["A", "B"], bookshelves: ["C", "D"],
            languages: ["en", "fr"], copyright: true)
        #expect(books == [first, Book(id: 8, title: "A recording", medium: .sound)])
    }

    @Test(
        "a malformed table is refused as a whole", arguments: ["x A title", "7", "7 A title\nby Doe", "7 A\nfoo bar"])
    func malformed(text: String) {
        #expect(BookTable.parse("1 First\n\n\(text)") == nil)
    }

    @Test("the text of every book is generated, has a length of its own and never changes")
    func texts() {
        for book in SampleBooks.all.prefix(5) + SampleVolumes.all.suffix(2) {
            let text = BookText(book).representation
            let bytes = text.read(0..<text.length)
            #expect(
                (200_000...500_000).contains(text.length)
                    && bytes == BookText(book).representation.read(0..<text.length))
            let start = String(buffer: bytes).prefix(200)
            #expect(start.hasPrefix(book.title + "\n") && start.contains("This text is generated."))
            #expect(text.read(1000..<1010).readableBytesView.elementsEqual(bytes.readableBytesView[1000..<1010]))
        }
    }
}
