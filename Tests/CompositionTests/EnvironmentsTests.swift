import Composition
import DependencyInjection
import Foundation
import HTTPTypes
import Models
import Networking
import Primitives
import RemoteServices
import TestSupport
import Testing

extension Key<Client> {
    fileprivate static var catalog: Self { Self() }
    fileprivate static var search: Self { Self() }
}

@Suite("An app with several APIs")
struct EnvironmentsTests {
    private struct Echo: Decodable, Sendable {
        let url: String
        let authorization: String?
    }

    /// Responds with the URL and the credential that it received.
    private static func echo() -> any Transport {
        FakeTransport { request in
            let url = "https://\(request.head.authority ?? "")\(request.head.path ?? "")"
            let token = request.head.headerFields[.authorization].map { #","authorization":"\#($0)""# } ?? ""
            return .json(#"{"url":"\#(url)"\#(token)}"#)
        }
    }

    /// Two more APIs, each with its own client and version.
    private static var assembly: Assembly {
        Assembly {
            Singleton(.catalog, needs: .transport) { transport in try client("catalog.example", transport) }
            Singleton(.search, needs: .transport) { transport in
                try client("search.example", transport, version: APIVersion(7))
            }
        }
    }

    private static func client(
        _ host: String, _ transport: any Transport, version: APIVersion? = nil
    ) throws -> Client {
        try Client(
            #require(URL(string: "https://\(host)")), over: transport, coding: JSONBodyCoding(), version: version)
    }

    @Test("each API has its own sessions in one container, and no session's credential reaches another API")
    func sessions() async throws {
        try await TestApp.run(over: Self.echo(), adding: Self.assembly) { app in
            let backend = try app.value(.client)
            let catalog = try app.value(.catalog)
            let search = try app.value(.search)
            let member = CredentialHandle<Member>(
                credentialProvider: try .fixture(
                    credential: BearerCredential(token: Secret("access-1"), refreshToken: nil, expiresAt: nil),
                    origin: backend.environment.origin, refresher: MockCredentialRefresher()))

            let own: Echo = try await backend.session(with: member).get("/users/me")
            #expect(own.url.hasPrefix("https://api.example/") && own.url.hasSuffix("/users/me"))
            #expect(own.authorization != nil)
            let books: Echo = try await catalog.session(for: Guest.self).get("/books/")
            #expect(books.url == "https://catalog.example/books/")
            let found: Echo = try await search.session(for: Guest.self).get("/find")
            #expect(found.url == "https://search.example/v7/find")
            #expect(books.authorization == nil && found.authorization == nil)

            let error = await #expect(throws: NetworkError.self) {
                let _: Echo = try await catalog.session(with: member).get("/books/")
            }
            #expect(error?.cause == .foreignOrigin)
        }
    }

    @Test("one line opens a session for any URL, and reports what is wrong with an address")
    func oneLine() async throws {
        let session = try Session(#require(URL(string: "http://127.0.0.1:9")))
        let error = await #expect(throws: NetworkError.self) {
            let _: Echo = try await session.get("/books/")
        }
        // A machine without time for this process may be slower than the limit of a connection.
        let causes: [NetworkError.Cause] = [.transport(.connectionRefused), .transport(.connectTimeout)]
        #expect(causes.contains { $0 == error?.cause })
        #expect(throws: InvalidAPIEnvironment.self) { try Session(URL(filePath: "/books")) }
    }
}
