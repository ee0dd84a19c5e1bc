import HTTPTypes
import Testing

@testable import Backend

struct LoginTests {
    @Test("a login's tokens are not stored by caches, and have the lifetime of the configuration")
    func success() async throws {
        try await TestBackend.run { backend in
            let account = #"{"email":"ada@example.com","password":"analytical-engine"}"#
            let response = try await backend.send(.post, "/v2/auth/login", account)
            let tokens = try response.decode(Tokens.self)
            #expect(response.headers[.cacheControl] == "no-store" && tokens.expiresIn == 900)
            #expect(tokens.accessToken != tokens.refreshToken && tokens.accessToken.count == 43)
        }
    }

    @Test("an unknown email, a wrong password and a user without a password get the same response")
    func failure() async throws {
        try await TestBackend.run { backend in
            for email in ["nobody@example.com", "ada@example.com", "alan@example.com"] {
                let response = try await backend.send(
                    .post, "/v2/auth/login", #"{"email":"\#(email)","password":"wrong"}"#)
                #expect(try response.outcome == "401 invalid_credentials")
                #expect(response.headers[.wwwAuthenticate] == #"Bearer realm="strata""#)
                #expect(response.text.contains("The email address or the password is wrong."))
                #expect(!response.text.contains(email))
            }
            let invalid = try await backend.outcome(.post, "/v2/auth/login", #"{"password":7}"#)
            #expect(invalid == "422 email required, password invalid_type")
        }
    }

    @Test("a logout revokes the tokens of its session only")
    func logout() async throws {
        try await TestBackend.run { backend in
            let (here, there) = (try await backend.session(of: "u-ada"), try await backend.session(of: "u-ada"))
            #expect(try await backend.outcome(.post, "/v2/auth/logout", token: here.access.text) == "204")
            #expect(try await backend.outcome(.get, "/v2/users/me", token: here.access.text) == "401 invalid_token")
            #expect(try await backend.refresh(here.refresh.text).outcome == "401 invalid_refresh_token")
            #expect(try await backend.outcome(.get, "/v2/users/me", token: there.access.text) == "200")
        }
    }

    @Test("an access token expires at the end of its lifetime, to the second, and a fault switch expires it at once")
    func expiry() async throws {
        try await TestBackend.run { backend in
            let session = try await backend.session(of: "u-ada")
            backend.clock.advance(by: 899)
            #expect(try await backend.outcome(.get, "/v2/users/me", token: session.access.text) == "200")
            backend.clock.advance(by: 1)
            let response = try await backend.send(.get, "/v2/users/me", token: session.access.text)
            #expect(try response.outcome == "401 invalid_token")
            #expect(response.headers[.wwwAuthenticate] == #"Bearer realm="strata", error="invalid_token""#)
            let fresh = try await backend.refresh(session.refresh.text).decode(Tokens.self)
            try await backend.arm("expire-access-tokens")
            #expect(try await backend.outcome(.get, "/v2/users/me", token: fresh.accessToken) == "401 invalid_token")
            #expect(try await backend.refresh(fresh.refreshToken).status == .ok)
        }
    }

    @Test("an Authorization header without a bearer token gets 401")
    func otherSchemes() async throws {
        try await TestBackend.run { backend in
            for header in [
                "Basic YWRhOmFkYQ==", "Bearer", "Bearer a b", "Bearer \(String(repeating: "ä", count: 43))",
            ] {
                let outcome = try await backend.outcome(.get, "/v2/users/me", headers: [.authorization: header])
                #expect(outcome == "401 invalid_token")
            }
        }
    }
}

struct RefreshTests {
    @Test("reusing a refresh token ends its session, and stays an error of its own")
    func reuse() async throws {
        try await TestBackend.run { backend in
            let first = try await backend.session(of: "u-ada").refresh.text
            let other = try await backend.session(of: "u-ada").refresh.text
            let response = try await backend.refresh(first)
            let second = try response.decode(Tokens.self)
            #expect(response.headers[.cacheControl] == "no-store" && !response.text.contains("user"))
            #expect(try await backend.refresh(first).outcome == "401 refresh_token_reused")
            #expect(try await backend.outcome(.get, "/v2/users/me", token: second.accessToken) == "401 invalid_token")
            #expect(try await backend.refresh(second.refreshToken).outcome == "401 invalid_refresh_token")
            #expect(try await backend.refresh(first).outcome == "401 refresh_token_reused")
            #expect(try await backend.refresh(other).status == .ok)
        }
    }

    @Test("of concurrent refreshes with one token, one succeeds", arguments: 1...5)
    func race(round: Int) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-grace").refresh.text
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<8 { group.addTask { try await backend.refresh(token).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == .ok } == 1 && statuses.count { $0 == .unauthorized } == 7)
        }
    }

    @Test("a refresh token expires at the end of its lifetime, and each new one has the full lifetime")
    func expiry() async throws {
        try await TestBackend.run {
            $0.refreshTokenLifetime = .seconds(100)
        } _: { backend in
            var token = try await backend.session(of: "u-ada").refresh.text
            let first = token
            for _ in 1...2 {
                backend.clock.advance(by: 99)
                token = try await backend.refresh(token).decode(Tokens.self).refreshToken
            }
            backend.clock.advance(by: 100)
            #expect(try await backend.refresh(token).outcome == "401 invalid_refresh_token")
            #expect(try await backend.refresh(first).outcome == "401 refresh_token_reused")
            // A login deletes expired sessions, so their used tokens are unknown.
            _ = try await backend.logIn(DemoAccount.ada)
            #expect(try await backend.refresh(first).outcome == "401 invalid_refresh_token")
        }
    }

    @Test("a text that is not a refresh token gets 401")
    func unknown() async throws {
        try await TestBackend.run { backend in
            for text in ["", "x", try await backend.token(of: "u-ada")] {
                #expect(try await backend.refresh(text).outcome == "401 invalid_refresh_token")
            }
        }
    }
}
