import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct LoginTests {
    @Test("a login returns tokens and the user, with no-store")
    func success() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(
                .post, "/v2/auth/login", json: #"{"email":"ADA@example.com","password":"analytical-engine"}"#)
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl] == "no-store")
            let tokens = try response.decode(Tokens.self)
            #expect(tokens.access != tokens.refresh)
            #expect(tokens.access.count == 43)
            #expect(tokens.lifetime == 900)
            #expect(response.text.contains(#""email":"ada@example.com","id":"u-ada""#))
        }
    }

    @Test(
        "an unknown email, a wrong password and a user without a password get the same response",
        arguments: ["nobody@example.com", "ada@example.com", "alan@example.com"])
    func failure(email: String) async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(
                .post, "/v2/auth/login", json: #"{"email":"\#(email)","password":"wrong"}"#,
                headers: [.xRequestID: "same"])
            try response.expectProblem(.unauthorized, "invalid_credentials")
            #expect(response.headers[.wwwAuthenticate] == #"Bearer realm="strata""#)
            #expect(response.text.contains("Email or password is wrong."))
            #expect(!response.text.contains(email))
        }
    }

    @Test("an empty password is a wrong password")
    func emptyPassword() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(
                .post, "/v2/auth/login", json: #"{"email":"ada@example.com","password":""}"#)
            try response.expectProblem(.unauthorized, "invalid_credentials")
        }
    }

    @Test("all invalid fields of a login are reported together")
    func validation() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(.post, "/v2/auth/login", json: #"{"password":7}"#)
            let problem = try response.expectProblem(.unprocessableContent, "validation_failed")
            #expect(problem.errors?.map(\.field) == ["email", "password"])
            #expect(problem.errors?.map(\.code) == ["required", "invalid_type"])
        }
    }

    @Test("a logout revokes the tokens of its session only")
    func logout() async throws {
        try await TestBackend.run { backend in
            let here = try await backend.logIn(DemoAccounts.ada)
            let there = try await backend.logIn(DemoAccounts.ada)
            #expect(try await backend.send(.post, "/v2/auth/logout", token: here.access).status == .noContent)
            try await backend.send(.get, "/v2/users/me", token: here.access)
                .expectProblem(.unauthorized, "invalid_token")
            try await backend.refresh(here.refresh).expectProblem(.unauthorized, "invalid_refresh_token")
            #expect(try await backend.send(.get, "/v2/users/me", token: there.access).status == .ok)
        }
    }

    @Test("an access token expires at the end of its lifetime, to the second")
    func expiry() async throws {
        try await TestBackend.run { backend in
            let tokens = try await backend.logIn(DemoAccounts.ada)
            backend.clock.advance(by: .seconds(899))
            #expect(try await backend.send(.get, "/v2/users/me", token: tokens.access).status == .ok)
            backend.clock.advance(by: .seconds(1))
            let response = try await backend.send(.get, "/v2/users/me", token: tokens.access)
            try response.expectProblem(.unauthorized, "invalid_token")
            #expect(response.headers[.wwwAuthenticate] == #"Bearer realm="strata", error="invalid_token""#)
        }
    }

    @Test(
        "an Authorization header without a bearer token gets 401",
        arguments: ["Basic YWRhOmFkYQ==", "Bearer", "Bearer a b", "Bearer \(String(repeating: "ä", count: 43))"])
    func otherSchemes(header: String) async throws {
        try await TestBackend.run { backend in
            try await backend.send(.get, "/v2/users/me", headers: [.authorization: header])
                .expectProblem(.unauthorized, "invalid_token")
        }
    }

    @Test("the authentication scheme is case-insensitive")
    func schemeCase() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            let response = try await backend.send(.get, "/v2/users/me", headers: [.authorization: "bEARER  \(token)"])
            #expect(response.status == .ok)
        }
    }

    @Test("a login beyond the password queue gets 503 with Retry-After")
    func busy() async throws {
        try await TestBackend.run { configuration in
            configuration.limits.passwordQueue = 0
            configuration.seed = false
        } _: { backend in
            let response = try await backend.send(
                .post, "/v2/auth/login", json: #"{"email":"ada@example.com","password":"x"}"#)
            try response.expectProblem(.serviceUnavailable, "busy")
            #expect(response.headers[.retryAfter] == "1")
        }
    }
}
