import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct UserCreationTests {
    private func create(
        _ json: String, _ check: @escaping @Sendable (TestResponse, TestBackend, String) async throws -> Void
    ) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            try await check(try await backend.send(.post, "/v2/users", token: token, json: json), backend, token)
        }
    }

    @Test("a new user has a date, a Location, and the role member by default")
    func creation() async throws {
        try await create(#"{"name":"Radia Perlman","email":"radia@example.com","other":1}"#) {
            response, backend, token in
            #expect(response.status == .created)
            let location = try #require(response.headers[.location])
            let id = try #require(location.wholeMatch(of: /http:\/\/strata\.test\/v2\/users\/(u-[0-9a-f\-]{36})/)?.1)
            #expect(
                response.text == """
                    {"avatar_url":null,"created_at":"2026-03-01T09:30:00.250Z","description":null,\
                    "email":"radia@example.com","id":"\(id)","name":"Radia Perlman","role":"member",\
                    "updated_at":"2026-03-01T09:30:00.250Z"}
                    """)
            #expect(try await backend.send(.get, "/v2/users/\(id)", token: token).text == response.text)
        }
    }

    @Test("a new user may have a description and a role")
    func optional() async throws {
        try await create(#"{"name":"R","email":"r@example.com","description":"D","role":"admin"}"#) { response, _, _ in
            #expect(response.text.contains(#""description":"D""#) && response.text.contains(#""role":"admin""#))
        }
    }

    @Test("all invalid fields of a new user are reported together")
    func validation() async throws {
        try await create(#"{"email":"nobody","description":1,"role":"queen"}"#) { response, _, _ in
            let problem = try response.expectProblem(.unprocessableContent, "validation_failed")
            #expect(
                problem.errors?.map { "\($0.field) \($0.code)" } == [
                    "name required", "description invalid_type", "role invalid_type", "email invalid",
                ])
        }
    }

    @Test("another user's email is taken, case-insensitively")
    func taken() async throws {
        try await create(#"{"name":"R","email":"ADA@example.com"}"#) { response, _, _ in
            try response.expectProblem(.conflict, "email_taken")
        }
    }
}
