import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct BookTests {
    private struct Page: Decodable {
        struct Item: Decodable {
            let id: Int
        }

        let count: Int
        let results: [Item]

        var ids: [Int] { results.map(\.id) }
    }

    private func page(_ backend: TestBackend, _ path: String) async throws -> Page {
        let response = try await backend.send(.get, path)
        #expect(response.status == .ok && response.headers[.contentType] == "application/json", "\(path)")
        return try response.decode(Page.self)
    }

    @Test("a book has the keys of Gutendex, and null for unknown values")
    func fixture() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(.get, "/books/24249/")
            #expect(response.headers[.eTag] == nil)
            #expect(
                response.text == """
                    {"authors":[{"birth_year":1797,"death_year":1856,"name":"Heine, Heinrich"}],\
                    "bookshelves":["DE Lyrik","DE Prosa"],"copyright":false,"download_count":1700,\
                    "editors":[{"birth_year":null,"death_year":null,"name":"Lachmann, Otto F."}],\
                    "formats":{"text/plain; charset=utf-8":"http://strata.test/books/24249/text"},"id":24249,\
                    "languages":["de"],"media_type":"Text",\
                    "subjects":["German poetry -- 19th century","Harz Mountains (Germany) -- Description and travel"],\
                    "summaries":["A student walks from Göttingen through the Harz."],"title":"Die Harzreise",\
                    "translators":[]}
                    """)
        }
    }

    @Test("an unknown page or book gets 404 with its detail, and an unknown path below /books an HTML page")
    func unknown() async throws {
        let noBook = "No Book matches the given query."
        let pages = ["0", "34", "-1", "x", "1.0", "99999999999999999999"].map { ("?page=\($0)", "Invalid page.") }
        let books = [
            ("2/", noBook), ("1001000/", noBook), ("abc/", "Not found."), ("2/text", noBook), ("20038/text", noBook),
        ]
        try await TestBackend.run { backend in
            for (path, detail) in pages + books {
                let response = try await backend.send(.get, "/books/\(path)")
                #expect(response.status == .notFound && response.text == #"{"detail":"\#(detail)"}"#, "\(path)")
                #expect(response.headers[.contentType] == "application/json")
            }
            for path in ["/books/84/images", "/books/84/text/1"] {
                let response = try await backend.send(.get, path)
                #expect(response.status == .notFound && response.headers[.contentType] == "text/html; charset=utf-8")
            }
            #expect(try await backend.outcome(.get, "/booksellers") == "404 not_found")
            #expect(try await backend.outcome(.post, "/books/", "{}") == "405 method_not_allowed")
        }
    }

    @Test("without the slash at the end, the response is a redirect that keeps the query")
    func redirects() async throws {
        try await TestBackend.run { backend in
            for (path, location) in [
                ("/books", "/books/"), ("/books?page=2&search=a%20b", "/books/?page=2&search=a%20b"),
                ("/books/84", "/books/84/"), ("/books/84?x=1", "/books/84/?x=1"), ("//books//84", "/books/84/"),
            ] {
                for method: HTTPRequest.Method in [.get, .head] {
                    let response = try await backend.send(method, path, headers: [.accept: "text/html"])
                    #expect(response.status == .movedPermanently && response.headers[.location] == location)
                    #expect(response.body.readableBytes == 0)
                }
            }
        }
    }

    @Test("a client that accepts no JSON gets 406")
    func accept() async throws {
        try await TestBackend.run { backend in
            for path in ["/books/", "/books/84/", "/books/2/"] {
                let refused = try await backend.send(.get, path, headers: [.accept: "text/html, image/png;q=0.5"])
                #expect(refused.status == .notAcceptable)
                #expect(refused.text == #"{"detail":"Could not satisfy the request Accept header."}"#)
            }
            for accept in [
                "*/*", "application/json", "text/html, application/*;q=0.1", "Application/JSON; indent=4", "",
            ] {
                #expect(try await backend.send(.get, "/books/84/", headers: [.accept: accept]).status == .ok)
            }
            #expect(try await backend.send(.get, "/books/84/text", headers: [.accept: "image/png"]).status == .ok)
        }
    }

    @Test("a range of a text is its rest")
    func text() async throws {
        try await TestBackend.run { backend in
            let whole = try await backend.send(.get, "/books/84/text")
            #expect(whole.headers[.contentType] == "text/plain; charset=utf-8")
            let fields: HTTPFields = [.range: "bytes=100000-", .ifRange: try #require(whole.headers[.eTag])]
            let rest = try await backend.send(.get, "/books/84/text", headers: fields)
            #expect(rest.status == .partialContent && rest.text.utf8.elementsEqual(whole.text.utf8.dropFirst(100_000)))
        }
    }

    @Test("an armed repetition has one book on two pages")
    func repetition() async throws {
        try await TestBackend.run { backend in
            let plain = try await page(backend, "/books/")
            try await backend.arm("repeat", #"{"count":2}"#)
            // It is no list of books, so the fault is not used up.
            _ = try await backend.send(.get, "/books/84/")
            let first = try await page(backend, "/books/")
            let second = try await page(backend, "/books/?page=2")
            #expect(first.ids == plain.ids && first.count == 1031)
            #expect(second.ids.first == first.ids.last && second.results.count == 32)
            #expect(try await page(backend, "/books/?page=2").ids.first != first.ids.last)
        }
    }
}

extension Row {
    static let books = [
        Row(.get, "/books/", .open),
        Row(.get, "/books/{id}/", .open, id: "84"),
        Row(.get, "/books/{id}/text", .open, id: "84"),
        fault("repeat"),
    ]
}
