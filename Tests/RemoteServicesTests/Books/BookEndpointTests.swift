import HTTPTypes
import Models
import Networking
import RemoteServices
import TestSupport
import Testing

@Suite("Endpoints of books")
struct BookEndpointTests {
    private let router: Router

    init() throws {
        router = Router(
            environment: try .fixture(baseURL: "https://books.example.com/gutendex/"), coding: JSONBodyCoding())
    }

    @Test("a search is a GET with the slash that avoids a redirect, and its values are percent-encoded")
    func search() throws {
        let query = BookQuery(
            search: "für #1 +a&b", languages: try [LanguageCode("fr"), LanguageCode("en")],
            mimeType: "application/epub+zip")
        let (request, _) = try router.route(Endpoint<Guest, BookPage>.books(query))
        #expect(request.method == .get)
        #expect(
            request.path
                == "/gutendex/books/?languages=en%2Cfr&mime_type=application%2Fepub%2Bzip&search=f%C3%BCr%20%231%20%2Ba%26b"
        )
        #expect(try router.route(Endpoint<Guest, BookPage>.books(BookQuery())).request.path == "/gutendex/books/")
    }

    @Test("a book is a GET of its number")
    func single() throws {
        let (request, _) = try router.route(Endpoint<Guest, Book>.book(Book.ID(1_000_417)))
        #expect(request.method == .get && request.path == "/gutendex/books/1000417/")
    }
}
