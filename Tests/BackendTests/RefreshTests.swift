import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct RefreshTests {
    @Test("a rotation gives a new pair and kills the old access token at once")
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

    @Test("a spent token gives its whole family away, and stays known as reused")
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

    @Test("of two refreshes at once exactly one wins", arguments: 1...10)
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

    @Test("a refresh token dies at the end of its lifetime, and a rotation starts a new one")
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

    @Test("a login sweeps away sessions that nothing can revive")
    func sweep() async throws {
        try await TestBackend.run {
            $0.refreshTokenLifetime = .seconds(100)
        } _: { backend in
            let first = try await backend.logIn(DemoAccounts.ada)
            _ = try await backend.refresh(first.refresh)
            backend.clock.advance(by: .seconds(100))
            _ = try await backend.logIn(DemoAccounts.ada)
            // Known as reused before, it is now as unknown as any other.
            try await backend.refresh(first.refresh).expectProblem(.unauthorized, "invalid_refresh_token")
        }
    }

    @Test("what is no refresh token is told so", arguments: ["", "x", "{access}"])
    func unknown(text: String) async throws {
        try await TestBackend.run { backend in
            let access = try await backend.logIn(DemoAccounts.ada).access
            try await backend.refresh(text.replacing("{access}", with: access))
                .expectProblem(.unauthorized, "invalid_refresh_token")
        }
    }

    @Test("the fault switch expires access tokens and leaves refresh tokens good")
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
