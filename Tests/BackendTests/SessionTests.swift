import HTTPTypes
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

    @Test("all invalid fields of a login are reported together")
    func validation() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(.post, "/v2/auth/login", json: #"{"password":7}"#)
            try response.expectErrors(["email required", "password invalid_type"])
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

}

struct RefreshTests {
    @Test("a refresh returns new tokens and revokes the old access token")
    func rotation() async throws {
        try await TestBackend.run { backend in
            let old = try await backend.logIn(DemoAccounts.ada)
            let response = try await backend.refresh(old.refresh)
            #expect(response.status == .ok)
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(!response.text.contains("user"))
            let new = try response.decode(Tokens.self)
            #expect(Set([old.access, old.refresh, new.access, new.refresh]).count == 4)
            try await backend.send(.get, "/v2/users/me", token: old.access)
                .expectProblem(.unauthorized, "invalid_token")
            #expect(try await backend.send(.get, "/v2/users/me", token: new.access).status == .ok)
        }
    }

    @Test("reusing a refresh token ends its session, and stays an error of its own")
    func reuse() async throws {
        try await TestBackend.run { backend in
            let first = try await backend.logIn(DemoAccounts.ada)
            let other = try await backend.logIn(DemoAccounts.ada)
            let second = try await backend.refresh(first.refresh).decode(Tokens.self)
            try await backend.refresh(first.refresh).expectProblem(.unauthorized, "refresh_token_reused")
            try await backend.send(.get, "/v2/users/me", token: second.access)
                .expectProblem(.unauthorized, "invalid_token")
            try await backend.refresh(second.refresh).expectProblem(.unauthorized, "invalid_refresh_token")
            try await backend.refresh(first.refresh).expectProblem(.unauthorized, "refresh_token_reused")
            #expect(try await backend.refresh(other.refresh).status == .ok)
        }
    }

    @Test("of concurrent refreshes with one token, one succeeds", arguments: 1...10)
    func race(round: Int) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-grace").refresh.text
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<8 { group.addTask { try await backend.refresh(token).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == .ok } == 1)
            #expect(statuses.count { $0 == .unauthorized } == 7)
        }
    }

    @Test("a refresh token expires at the end of its lifetime, and each new one has the full lifetime")
    func expiry() async throws {
        try await TestBackend.run {
            $0.refreshTokenLifetime = .seconds(100)
        } _: { backend in
            let first = try await backend.logIn(DemoAccounts.ada)
            backend.clock.advance(by: .seconds(99))
            let second = try await backend.refresh(first.refresh).decode(Tokens.self)
            backend.clock.advance(by: .seconds(99))
            let third = try await backend.refresh(second.refresh).decode(Tokens.self)
            backend.clock.advance(by: .seconds(100))
            try await backend.refresh(third.refresh).expectProblem(.unauthorized, "invalid_refresh_token")
        }
    }

    @Test("a login deletes expired sessions")
    func sweep() async throws {
        try await TestBackend.run {
            $0.refreshTokenLifetime = .seconds(100)
        } _: { backend in
            let first = try await backend.logIn(DemoAccounts.ada)
            _ = try await backend.refresh(first.refresh)
            backend.clock.advance(by: .seconds(100))
            _ = try await backend.logIn(DemoAccounts.ada)
            // It would be reported as reused if its session still existed.
            try await backend.refresh(first.refresh).expectProblem(.unauthorized, "invalid_refresh_token")
        }
    }

    @Test("a text that is not a refresh token gets 401", arguments: ["", "x", "{access}"])
    func unknown(text: String) async throws {
        try await TestBackend.run { backend in
            let access = try await backend.logIn(DemoAccounts.ada).access
            try await backend.refresh(text.replacing("{access}", with: access))
                .expectProblem(.unauthorized, "invalid_refresh_token")
        }
    }

    @Test("the fault switch expires access tokens, and refresh tokens stay valid")
    func expireFault() async throws {
        try await TestBackend.run { backend in
            let old = try await backend.logIn(DemoAccounts.ada)
            #expect(try await backend.send(.post, "/faults/expire-access-tokens").status == .noContent)
            try await backend.send(.get, "/v2/users/me", token: old.access)
                .expectProblem(.unauthorized, "invalid_token")
            let new = try await backend.refresh(old.refresh).decode(Tokens.self)
            #expect(try await backend.send(.get, "/v2/users/me", token: new.access).status == .ok)
        }
    }
}
