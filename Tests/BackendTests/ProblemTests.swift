import Foundation
import GRDB
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct ProblemTests {
    @Test("an unknown path gets 404, and a known path with another method 405 with Allow")
    func routes() async throws {
        try await TestBackend.run { backend in
            for path in ["/", "/v2", "/v2/nothing", "/v3/users/me", "/v2/files/sample-9/digest/x"] {
                for method in [HTTPRequest.Method.get, .post, .options] {
                    #expect(try await backend.outcome(method, path) == "404 not_found")
                }
            }
            for (path, method, allowed) in [
                ("/v2/health", HTTPRequest.Method.post, "GET, HEAD"), ("/v2/auth/login", .get, "POST"),
                ("/v2/users/me", .delete, "GET, HEAD"), ("/v1/users/me", .patch, "GET, HEAD"),
                ("/v2/users/x", .post, "DELETE, GET, HEAD, PATCH, PUT"),
                ("/v2/users/x/avatar", .put, "GET, HEAD, POST"),
            ] {
                let response = try await backend.send(method, path)
                #expect(try response.outcome == "405 method_not_allowed" && response.headers[.allow] == allowed)
            }
        }
    }

    @Test("HEAD returns the head of GET without the body")
    func head() async throws {
        try await TestBackend.run { backend in
            for path in ["/v2/health", "/v2/users/me", "/nowhere"] {
                let get = try await backend.send(.get, path, headers: [.xRequestID: "same"])
                let head = try await backend.send(.head, path, headers: [.xRequestID: "same"])
                #expect(head.status == get.status && get.body.readableBytes > 0 && head.body.readableBytes == 0)
                #expect(head.headers[.contentLength] == get.headers[.contentLength])
                #expect(head.headers[.contentType] == get.headers[.contentType])
            }
        }
    }

    @Test("a body that is not JSON, of another media type or too large is refused")
    func bodies() async throws {
        let full = "{}" + String(repeating: " ", count: 64 * 1024 - 2)
        try await TestBackend.run { backend in
            for json in [
                "", "{", #"{"email":}"#, "\u{FEFF}nonsense", #"{"a":1}x"#, String(repeating: "[", count: 60_000),
            ] {
                #expect(try await backend.outcome(.post, "/v2/auth/login", json) == "400 malformed_json")
            }
            for type in ["text/plain", "application/xml", "json", ""] {
                let outcome = try await backend.outcome(.post, "/v2/auth/login", "{}", headers: [.contentType: type])
                #expect(outcome == "415 unsupported_media_type")
            }
            #expect(try await backend.outcome(.post, "/v2/auth/login", full) == "422 email required, password required")
            #expect(try await backend.outcome(.post, "/v2/auth/login", full + " ") == "413 content_too_large")
        }
    }

    @Test("a safe request id is returned, and another is replaced by a new one")
    func requestIDs() async throws {
        try await TestBackend.run { backend in
            let safe = try await backend.send(.get, "/v2/health", headers: [.xRequestID: "aZ09-_."])
            #expect(safe.headers[.xRequestID] == "aZ09-_.")
            var made: Set<String> = []
            for id in ["", "with space", #"quote""#, String(repeating: "x", count: 129), "ümlaut"] {
                let new = try await backend.send(.get, "/v2/health", headers: [.xRequestID: id]).headers[.xRequestID]
                #expect(new != id && new?.count == 36)
                made.insert(new ?? "")
            }
            #expect(made.count == 5)
        }
    }

    @Test("a database failure gets 500 without details")
    func internalError() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            try backend.backend.database.close()
            let response = try await backend.send(.get, "/v2/users/me", token: token)
            #expect(try response.outcome == "500 internal_error")
            #expect(!response.text.lowercased().contains("sql") && !response.text.contains(token))
        }
    }

    @Test("every response of version 1 announces its end, errors included")
    func legacyNotice() async throws {
        try await TestBackend.run { backend in
            for token in [try await backend.token(of: "u-grace"), nil] {
                let response = try await backend.send(.get, "/v1/users/me", token: token)
                #expect(response.headers[.deprecation] == "@1767225600")
                #expect(response.headers[.sunset] == "Mon, 01 Jan 2029 00:00:00 GMT")
                #expect(response.headers[.link] == "</v2/users/me>; rel=\"successor-version\"")
            }
        }
    }

    @Test("pages have their number, their size and links, and invalid parameters are reported by field")
    func pages() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            let page = try await backend.send(.get, "/v2/users?page=2&per_page=4", token: token)
            #expect(page.text.hasSuffix(#"],"page":2,"per_page":4,"total":10}"#))
            let link = ["first", "prev", "next"].enumerated().map { index, name in
                "<http://strata.test/v2/users?page=\([1, 1, 3][index])&per_page=4>; rel=\"\(name)\""
            }
            #expect(page.headers[.link] == link.joined(separator: ", "))
            for (query, errors) in [
                ("page=0", "page invalid"), ("page=-1", "page invalid"), ("page=x", "page invalid"),
                ("page=", "page invalid"), ("page=%2B1", "page invalid"), ("page=1000001", "page invalid"),
                ("per_page=0", "per_page invalid"), ("per_page=101", "per_page invalid"),
                ("page=99999999999999999999&per_page=1.5", "page invalid, per_page invalid"),
            ] {
                #expect(try await backend.outcome(.get, "/v2/users?\(query)", token: token) == "422 \(errors)")
            }
        }
    }
}
