import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Backend

/// Conditional requests for users.
struct UserConditionTests {
    private func withGrace(
        _ body:
            @escaping @Sendable (
                TestBackend,
                _ send: (HTTPRequest.Method, String, HTTPFields, String?) async throws
                    -> TestResponse
            ) async throws -> Void
    ) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            try await body(backend) { try await backend.send($0, $1, token: token, json: $3, headers: $2) }
        }
    }

    @Test(
        "an unchanged user is not sent again, by tag and by date",
        arguments: ["/v2/users/u-grace", "/v1/users/u-grace"])
    func notModified(path: String) async throws {
        try await TestBackend.run { try await $0.expectNotModified(path) }
    }

    @Test("a change of a user or their avatar changes tag and date")
    func changes() async throws {
        try await withGrace { backend, send in
            var seen: [String] = []
            func read() async throws -> TestResponse {
                let response = try await send(.get, "/v2/users/me", [:], nil)
                seen.append(response.headers[.eTag] ?? "")
                return response
            }
            _ = try await read()
            _ = try await send(.patch, "/v2/users/u-grace", [:], #"{"name":"Amazing Grace"}"#)
            #expect(try await read().headers[.lastModified] == "Sun, 01 Mar 2026 09:30:00 GMT")
            backend.clock.advance(by: .seconds(60))
            let form = Form.avatar(Picture.png)
            let token = try await backend.session(of: "u-grace").access.text
            _ = try await backend.send(
                .post, "/v2/users/u-grace/avatar", token: token, headers: form.headers, body: form.buffer)
            #expect(try await read().headers[.lastModified] == "Sun, 01 Mar 2026 09:31:00 GMT")
            #expect(Set(seen).count == 3)
        }
    }

    @Test("a list has a tag and no date")
    func list() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            let first = try await backend.send(.get, "/v2/users", token: token)
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.lastModified] == nil)
            let same = try await backend.send(.get, "/v2/users", token: token, headers: [.ifNoneMatch: tag])
            #expect(same.status == .notModified)
            #expect(try await backend.send(.delete, "/v2/users/u-tony", token: token).status == .noContent)
            let other = try await backend.send(.get, "/v2/users", token: token, headers: [.ifNoneMatch: tag])
            #expect(other.status == .ok)
        }
    }

    @Test(
        "a write with an outdated If-Match is refused and changes nothing", arguments: ["PUT", "PATCH", "DELETE"])
    func lostUpdate(method: String) async throws {
        try await withGrace { _, send in
            let path = "/v2/users/u-grace"
            let json = #"{"name":"Second","email":"grace@example.com","description":null}"#
            let method = try #require(HTTPRequest.Method(method))
            let tag = try #require(try await send(.get, path, [:], nil).headers[.eTag])
            #expect(try await send(.patch, path, [.ifMatch: tag], #"{"name":"First"}"#).status == .ok)
            try await send(method, path, [.ifMatch: tag], json)
                .expectProblem(.preconditionFailed, "precondition_failed")
            let current = try await send(.get, path, [:], nil)
            #expect(current.text.contains(#""name":"First""#))
            let fresh = try #require(current.headers[.eTag])
            #expect(try await send(method, path, [.ifMatch: fresh], json).status.kind == .successful)
        }
    }

    @Test("If-Unmodified-Since protects a write too")
    func unmodifiedSince() async throws {
        try await withGrace { _, send in
            let early: HTTPFields = [.ifUnmodifiedSince: "Thu, 01 Jan 2026 00:00:00 GMT"]
            try await send(.patch, "/v2/users/u-grace", early, "{}")
                .expectProblem(.preconditionFailed, "precondition_failed")
            let exact: HTTPFields = [.ifUnmodifiedSince: "Fri, 02 Jan 2026 09:00:00 GMT"]
            #expect(try await send(.patch, "/v2/users/u-grace", exact, "{}").status == .ok)
        }
    }
}
