import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Primitives
import RemoteServices
import Services
import Testing
import Transfers

@Suite("RemoteBookService", .failsOnUnexpectedCalls)
struct RemoteBookServiceTests {
    private static let page = ServerResponse.json(#"{"count": 0, "next": null, "previous": null, "results": []}"#)

    @Test("a page link is sent byte for byte, unsigned, although its query is encoded in another way")
    func verbatim() async throws {
        let transport = MockTransport(Self.page)
        let books = try service(over: transport)
        _ = try await books.page(at: BookPage.Link("https://books.example.com/books/?search=a+b%2c~*&page=2&x=é#part"))
        let request = try #require(transport.calls.first?.request)
        #expect(request.path == "/books/?search=a+b%2c~*&page=2&x=%C3%A9")
        #expect(request.scheme == "https" && request.authority == "books.example.com")
        #expect(request.headerFields[.authorization] == nil)
        #expect(request.headerFields[.accept] == "application/json")
        #expect(request.headerFields[.userAgent] == "strata/1.0")
    }

    @Test(
        "a link to the same server is followed, never with less protection than the API's address has",
        arguments: [
            ("https://books.example.com", "http://books.example.com/books/?page=2", "https://books.example.com"),
            ("https://books.example.com", "https://BOOKS.example.com:443/books/?page=2", "https://books.example.com"),
            ("https://books.example.com:8443", "http://books.example.com:8443/b", "https://books.example.com:8443"),
            ("http://books.example.com", "https://books.example.com/books/?page=2", "https://books.example.com"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/books/?page=2", "http://127.0.0.1:8080"),
        ])
    func sameServer(api: String, link: String, sentTo: String) async throws {
        let transport = MockTransport(Self.page)
        _ = try await service(over: transport, at: api).page(at: BookPage.Link(link))
        let request = try #require(transport.calls.first?.request)
        #expect("\(request.scheme ?? "")://\(request.authority ?? "")" == sentTo)
    }

    @Test(
        "a link to another server is refused before anything is sent",
        arguments: [
            (
                "https://books.example.com", "https://books.example.com.evil.example/books/",
                "https://books.example.com.evil.example"
            ),
            ("https://books.example.com", "https://books.example.com:8443/books/", "https://books.example.com:8443"),
            ("https://books.example.com:8443", "http://books.example.com/books/", "http://books.example.com"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8081/books/", "http://127.0.0.1:8081"),
            ("https://books.example.com", "//evil.example/books/", nil),
            ("https://books.example.com", "https://books.example.com@evil.example/", nil),
            ("https://books.example.com", "https://evil.example\\@books.example.com/", nil),
            ("https://books.example.com", "https://books.example.com/books/?a=%zz", nil),
            ("https://books.example.com", "https:/books.example.com/", nil), ("https://books.example.com", "", nil),
            ("https://books.example.com", "https://books.example.com/\r\nX-Evil: 1", nil),
        ])
    func otherServers(api: String, link: String, origin: String?) async throws {
        let transport = MockTransport()
        let books = try service(over: transport, at: api)
        do throws(BookServiceError) {
            _ = try await books.page(at: BookPage.Link(link))
            Issue.record("the page was requested")
        } catch {
            let expected = origin.map { BookListFault.foreignLink(origin: $0) } ?? .unreadableLink
            guard case .specific(expected) = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(transport.calls.isEmpty)
    }

    @Test("a server that redirects, to a slash or to https, still works")
    func redirects() async throws {
        let transport = MockTransport(
            .empty(.movedPermanently, fields: [.location: "https://books.example.com/books/?x=1"]), Self.page)
        let page = try await service(over: transport, at: "http://books.example.com").page(of: BookQuery())
        #expect(page.count == 0)
        #expect(transport.calls.map { $0.request.scheme } == ["http", "https"])
    }

    @Test(
        "an error of the server is a typed error with the server's words, if it has words, and no decoding failure",
        arguments: [
            (404, "application/json", #"{"detail":"Invalid page."}"#, ServiceErrorKind.notFound, "Invalid page."),
            (404, "text/html", "<h1>Not Found</h1>", .notFound, "Not found, or you don't have access."),
            (
                406, "application/json", #"{"detail":"Could not satisfy the request Accept header."}"#, .network,
                "Could not satisfy the request Accept header."
            ),
            (400, "text/html", "<h1>Bad Request (400)</h1>", .network, "The server refused the request as invalid."),
            (
                401, "application/json", "{}", .network,
                "You are not logged in, or your session has ended. Log in again."
            ),
            (500, "text/html", "<h1>Server Error (500)</h1>", .network, "The server failed (500). Try again later."),
        ])
    func errors(status: Int, type: String, body: String, kind: ServiceErrorKind, words: String) async throws {
        let response = ServerResponse.data(
            Data(body.utf8), status: HTTPResponse.Status(code: status), fields: [.contentType: type])
        let books = try service(over: MockTransport(response))
        let error = await expectFailure(kind) { try await books.page(of: BookQuery()) }
        #expect(error?.failure?.diagnostic.contains("\(status)") == true)
        #expect(error?.failure?.userMessage == words)
    }

    @Test("a page for people instead of JSON is reported as another service, not as a decoding failure")
    func html() async throws {
        let response = ServerResponse.data(Data("<html>".utf8), fields: [.contentType: "text/html; charset=utf-8"])
        let error = await expectFailure(.network) {
            try await service(over: MockTransport(response)).book(id: Book.ID(1))
        }
        #expect(error?.failure?.localizableUserMessage.key == "unexpectedMedia")
    }

    @Test(
        "a file on another server is downloaded through its redirects, without the catalog's headers but User-Agent")
    func download() async throws {
        let transport = MockTransport(
            .empty(.found, fields: [.location: "/cache/1.txt"]),
            .data(Data("text".utf8), fields: [.contentType: "text/plain", .contentLength: "4"]))
        let books = try service(over: transport)
        let url = try #require(URL(string: "https://files.example.org/ebooks/1.txt.utf-8?a=%2C"))
        let format = try #require(Book.Format("text/plain; charset=utf-8", url))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "1.txt")
            let length = try await books.download(format, to: file) { _ in }
            #expect(length == 4)
            #expect(try Data(contentsOf: file) == Data("text".utf8))
        }
        #expect(transport.calls.map(\.request.path) == ["/ebooks/1.txt.utf-8?a=%2C", "/cache/1.txt"])
        let fields = try #require(transport.calls.first?.request.headerFields)
        #expect(transport.calls.allSatisfy { $0.request.authority == "files.example.org" })
        #expect(fields[.userAgent] == "strata/1.0" && fields[.acceptLanguage] == nil && fields[.authorization] == nil)
    }

    @Test(
        "a file at the same host, but on another port or without TLS, is downloaded without the catalog's headers",
        arguments: [
            ("https://books.example.com:8443", "http://books.example.com/1.txt", false),
            ("https://books.example.com", "https://books.example.com:8443/1.txt", false),
            ("https://books.example.com", "http://books.example.com/1.txt", true),
        ])
    func sameHost(api: String, address: String, isCatalog: Bool) async throws {
        let transport = MockTransport(.data(Data("text".utf8), fields: [.contentLength: "4"]))
        let url = try #require(URL(string: address))
        let format = try #require(Book.Format("text/plain", url))
        try await withTemporaryFolder { folder in
            _ = try await service(over: transport, at: api)
                .download(format, to: folder.appending(path: "1.txt")) { _ in }
        }
        let fields = try #require(transport.calls.first?.request.headerFields)
        #expect((fields[.acceptLanguage] == "de") == isCatalog)
    }

    @Test("a missing folder is a failure of the storage, and a page for people a missing file")
    func failedDownloads() async throws {
        let url = try #require(URL(string: "https://files.example.org/1.txt"))
        let format = try #require(Book.Format("text/plain", url))
        try await withTemporaryFolder { folder in
            let none = folder.appending(path: "none/1.txt")
            let unsent = try service(over: MockTransport())
            let error = await expectFailure(.storage) { try await unsent.download(format, to: none) { _ in } }
            #expect(error?.failure?.kind == .file)
            #expect(error?.failure?.localizableUserMessage.key == "download.folderMissing")
            let books = try service(over: MockTransport(.text("gone", status: .notFound)))
            await expectFailure(.notFound) {
                try await books.download(format, to: folder.appending(path: "1.txt")) { _ in }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    private func service(
        over transport: any Transport, at api: String = "https://books.example.com"
    ) throws -> RemoteBookService {
        let environment = try APIEnvironment(
            name: "books", baseURL: #require(URL(string: api)),
            defaultHeaders: [HeaderField("User-Agent", "strata/1.0"), HeaderField("Accept-Language", "de")])
        return RemoteBookService(
            client: try .fixture(
                transport: transport, interceptors: [RedirectInterceptor(), AuthenticationInterceptor()],
                environment: environment, coding: JSONBodyCoding(), time: ManualClock()))
    }
}
