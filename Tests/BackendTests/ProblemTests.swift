import Foundation
import GRDB
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct ProblemTests {
    @Test(
        "an unknown path gets 404 for every method",
        arguments: ["/", "/v2", "/v2/nothing", "/v3/users/me", "/v2/files/sample-9/digest/x"])
    func unknownPath(path: String) async throws {
        try await TestBackend.run { backend in
            for method in [HTTPRequest.Method.get, .post, .options] {
                try await backend.send(method, path).expectProblem(.notFound, "not_found")
            }
        }
    }

    @Test(
        "a known path with another method gets 405 with Allow",
        arguments: [
            ("/v2/health", "POST", "GET, HEAD"), ("/v2/auth/login", "GET", "POST"),
            ("/v2/users/me", "DELETE", "GET, HEAD"), ("/v1/users/me", "PATCH", "GET, HEAD"),
            ("/v2/users/x", "POST", "DELETE, GET, HEAD, PATCH, PUT"),
            ("/v2/users/x/avatar", "PUT", "GET, HEAD, POST"),
        ])
    func wrongMethod(path: String, method: String, allowed: String) async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(try #require(HTTPRequest.Method(method)), path)
            try response.expectProblem(.methodNotAllowed, "method_not_allowed")
            #expect(response.headers[.allow] == allowed)
        }
    }

    @Test("HEAD returns the head of GET without the body", arguments: ["/v2/health", "/v2/users/me", "/nowhere"])
    func head(path: String) async throws {
        try await TestBackend.run { backend in
            let get = try await backend.send(.get, path, headers: [.xRequestID: "same"])
            let head = try await backend.send(.head, path, headers: [.xRequestID: "same"])
            #expect(head.status == get.status)
            #expect(head.headers[.contentLength] == get.headers[.contentLength])
            #expect(head.headers[.contentType] == get.headers[.contentType])
            #expect(get.body.readableBytes > 0)
            #expect(head.body.readableBytes == 0)
        }
    }

    @Test("malformed JSON gets 400", arguments: ["", "{", #"{"email":}"#, "\u{FEFF}nonsense", #"{"a":1}x"#])
    func malformedJSON(text: String) async throws {
        try await TestBackend.run { backend in
            try await backend.send(.post, "/v2/auth/login", json: text).expectProblem(.badRequest, "malformed_json")
        }
    }

    @Test("a body of another media type gets 415", arguments: ["text/plain", "application/xml", "json", ""])
    func contentType(type: String) async throws {
        try await TestBackend.run { backend in
            try await backend.send(.post, "/v2/auth/login", json: "{}", headers: [.contentType: type])
                .expectProblem(.unsupportedMediaType, "unsupported_media_type")
        }
    }

    @Test("a JSON body may be as large as the limit, and not one byte larger")
    func bodySize() async throws {
        try await TestBackend.run { backend in
            let limit = 64 * 1024
            let full = "{}" + String(repeating: " ", count: limit - 2)
            try await backend.send(.post, "/v2/auth/login", json: full)
                .expectProblem(.unprocessableContent, "validation_failed")
            try await backend.send(.post, "/v2/auth/login", json: full + " ")
                .expectProblem(.contentTooLarge, "content_too_large")
        }
    }

    @Test("deeply nested JSON gets 400")
    func nesting() async throws {
        try await TestBackend.run { backend in
            try await backend.send(.post, "/v2/auth/login", json: String(repeating: "[", count: 60_000))
                .expectProblem(.badRequest, "malformed_json")
        }
    }

    @Test("a safe request id is returned, and another is replaced")
    func requestIDs() async throws {
        try await TestBackend.run { backend in
            let safe = try await backend.send(.get, "/v2/health", headers: [.xRequestID: "aZ09-_."])
            #expect(safe.headers[.xRequestID] == "aZ09-_.")
            for id in ["", "with space", #"quote""#, String(repeating: "x", count: 129), "ümlaut"] {
                let response = try await backend.send(.get, "/v2/health", headers: [.xRequestID: id])
                let made = try #require(response.headers[.xRequestID])
                #expect(made != id && made.count == 36)
            }
            let first = try await backend.send(.get, "/v2/health").headers[.xRequestID]
            let second = try await backend.send(.get, "/v2/health").headers[.xRequestID]
            #expect(first != nil && first != second)
        }
    }

    @Test("a database failure gets 500 without details")
    func internalError() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            try backend.backend.database.close()
            let response = try await backend.send(.get, "/v2/users/me", token: token)
            try response.expectProblem(.internalServerError, "internal_error")
            #expect(!response.text.lowercased().contains("sql"))
            #expect(!response.text.contains(token))
        }
    }
}

struct LegacyNoticeTests {
    @Test("every response of version 1 announces its end, errors included", arguments: [true, false])
    func notice(isLoggedIn: Bool) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(.get, "/v1/users/me", token: isLoggedIn ? token : nil)
            #expect(response.headers[.deprecation] == "@1767225600")
            #expect(response.headers[.sunset] == "Mon, 01 Jan 2029 00:00:00 GMT")
            #expect(response.headers[.link] == "</v2/users/me>; rel=\"successor-version\"")
        }
    }
}
