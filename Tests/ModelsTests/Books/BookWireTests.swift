import Foundation
import Models
import Testing

@Suite("Books on the wire")
struct BookWireTests {
    private let json = JSONCoding()

    /// The shape of today's server.
    private static let book = """
        {"id": 6130, "title": "The Iliad", "authors": [{"name": "Homer", "birth_year": -750, "death_year": -650}],
         "summaries": ["A quarrel."], "editors": [], "translators": [{"name": "Pope, Alexander", "birth_year": 1688,
         "death_year": null}], "subjects": ["Troy"], "bookshelves": ["Classics"], "languages": ["en"],
         "copyright": false, "media_type": "Text", "formats": {
           "text/plain; charset=us-ascii": "https://www.gutenberg.org/ebooks/6130.txt.utf-8",
           "text/html": "http://www.gutenberg.org/ebooks/6130.html.images", "image/jpeg": "file:///etc/passwd",
           "application/rdf+xml": "https://user@www.gutenberg.org/6130.rdf", "audio/mpeg": null},
         "download_count": 8127, "new_key": {"a": 1}}
        """

    @Test("a book has the server's facts; unknown keys and addresses that are no web addresses are left out")
    func complete() throws {
        let book = try json.decode(Book.self, from: Data(Self.book.utf8))
        #expect(book.id.number == 6130 && book.title == "The Iliad")
        #expect(book.authors == [Person(name: "Homer", birthYear: -750, deathYear: -650)])
        #expect(book.translators == [Person(name: "Pope, Alexander", birthYear: 1688)])
        #expect(book.summaries == ["A quarrel."] && book.subjects == ["Troy"] && book.bookshelves == ["Classics"])
        #expect(book.languages == ["en"] && book.copyright == .publicDomain && book.mediaType == .text)
        #expect(book.formats.map(\.mediaType) == ["text/html", "text/plain; charset=us-ascii"])
        #expect(book.downloadCount == 8127)
    }

    @Test("a book of an older server needs no more than its number")
    func minimal() throws {
        for text in [#"{"id": 1}"#, #"{"id": 1, "title": null, "authors": null, "formats": null, "copyright": null}"#] {
            let book = try json.decode(Book.self, from: Data(text.utf8))
            #expect(book == Book(id: try Book.ID(1), title: "", mediaType: .other("")))
            #expect(book.copyright == .unknown)
        }
    }

    @Test(
        "a recording and a medium of another name are read",
        arguments: [("Sound", Book.MediaType.sound), ("Image", .other("Image"))])
    func media(name: String, type: Book.MediaType) throws {
        #expect(try json.decode(Book.self, from: Data(#"{"id": 1, "media_type": "\#(name)"}"#.utf8)).mediaType == type)
    }

    @Test(
        "an entry that is no readable book is counted and does not lose the page",
        arguments: [
            #"{"title": "x"}"#, #"{"id": 0}"#, #"{"id": "7"}"#, #"{"id": 7, "authors": "x"}"#, "null", "[]", "7",
            #"{"id": 7, "authors": [{"birth_year": 1}]}"#, #"{"id": 99999999999999999999}"#,
        ])
    func skipped(entry: String) throws {
        let page = try json.decode(
            BookPage.self,
            from: Data(
                #"{"count": 9, "next": "http://a/?p=%2C", "previous": null, "results": [{"id": 1}, \#(entry), {"id": 2}]}"#
                    .utf8))
        #expect(page.books.map(\.id.number) == [1, 2])
        #expect(page.skipped == 1 && page.count == 9 && page.previous == nil)
        #expect(page.next == BookPage.Link("http://a/?p=%2C"))
    }

    @Test("a book that a page repeats is read once, and is no unreadable entry")
    func repeated() throws {
        let text = #"{"results": [{"id": 2, "title": "first"}, {"id": 1}, {"id": 2, "title": "again"}]}"#
        let page = try json.decode(BookPage.self, from: Data(text.utf8))
        #expect(page.books.map(\.id.number) == [2, 1] && page.books.first?.title == "first")
        #expect(page.skipped == 0 && page.count == 3)
    }

    @Test("a page without results is an error")
    func noPage() {
        #expect(throws: DecodingError.self) { try json.decode(BookPage.self, from: Data(#"{"count": 1}"#.utf8)) }
    }

    @Test("a format is found by the beginning of its media type, whatever its charset and case")
    func formats() throws {
        let url = try #require(URL(string: "https://www.gutenberg.org/1"))
        let formats = [
            "Text/Plain; Charset=\"ISO-8859-1\"", "text/plain", "text/plain;charset=utf-8", "text/html",
        ].compactMap { Book.Format($0, url) }
        let book = try Book(id: Book.ID(1), title: "", formats: formats)
        #expect(book.format("text/plain")?.charset == "utf-8")
        #expect(book.format("TEXT/HTML")?.essence == "text/html")
        #expect(book.format("application/epub+zip") == nil)
        #expect(formats.allSatisfy { book.format($0.mediaType) == $0 || $0.mediaType == "text/plain" })
        #expect(formats[0].essence == "text/plain" && formats[0].charset == "iso-8859-1")
        let withoutUnicode = try Book(id: Book.ID(1), title: "", formats: Array(formats.prefix(2)))
        #expect(withoutUnicode.format("text/plain") == formats[1])
    }
}
