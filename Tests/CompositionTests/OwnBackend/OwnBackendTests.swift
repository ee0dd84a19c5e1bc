import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Primitives
import RemoteServices
import Services
import Testing

/// Runs the examples of Docs/howto/connect-your-backend.md through the app's container.
@Suite("A backend of one's own")
struct OwnBackendTests {
    @Test("a login whose response has no user gets the account from another call, and the weakest role")
    func twoStepLogin() async throws {
        let server = MockTransport(
            over: FakeTransport { request in
                switch (request.head.method, request.head.path, request.head.headerFields[.authorization]) {
                case (.post, "/sessions", nil): .json(#"{"access_token": "a-1", "refresh_token": "r-1"}"#)
                case (.get, "/me", "Bearer a-1"): .json(#"{"number": 42}"#)
                case (.delete, "/sessions/current", "Bearer a-1"): .empty(.noContent)
                default: .empty(.unauthorized)
                }
            })
        try await Self.withApp(over: server, .twoStepLogin) { app in
            let account = try await app.auth.login(Self.credentials())
            #expect(account == Account(id: try UserID("42"), role: .member))
            #expect(try await app.auth.restore() == account)
            let logout = try await app.auth.logout(account)
            let isEverywhere = if case .everywhere = logout { true } else { false }
            #expect(isEverywhere, "\(logout)")
            #expect(try await app.auth.restore() == nil)
        }
        #expect(Self.requests(to: server) == ["POST /sessions", "GET /me", "DELETE /sessions/current"])
    }

    @Test("if the server refuses the new token, the login fails and nothing is stored")
    func refusedToken() async throws {
        let server = FakeTransport { request in
            request.head.path == "/sessions" ? .json(#"{"access_token": "a-1"}"#) : .empty(.unauthorized)
        }
        try await Self.withApp(over: server, .twoStepLogin) { app in
            let error = await #expect(throws: AuthServiceError.self) { try await app.auth.login(Self.credentials()) }
            let isLoggedOut = if case .loggedOut = error { true } else { false }
            #expect(isLoggedOut, "\(String(describing: error))")
            let restored = try await app.auth.restore()
            #expect(restored == nil)
        }
    }

    @Test("a login with a token only ends when the server refuses the token, without a refresh")
    func tokenOnlyLogin() async throws {
        let server = MockTransport(
            over: FakeTransport { request in
                switch (request.head.path, request.head.headerFields[.authorization]) {
                case ("/token", nil): .json(#"{"token": "t-1"}"#)
                case ("/me", "Bearer t-1"): .json(#"{"number": 42}"#)
                default: .empty(.unauthorized)
                }
            })
        try await Self.withApp(over: server, .tokenOnlyLogin) { app in
            let account = try await app.auth.login(Self.credentials())
            #expect(account.id.text == "mail.ada_40example.com")
            let session = app.session(of: account)
            #expect(try await session.send(.ownAccount()).number == 42)

            let error = await #expect(throws: NetworkError.self) { try await session.send(.endSession()) }
            #expect(error?.cause == .loggedOut)
            #expect(try await app.auth.restore() == nil)
        }
        #expect(Self.requests(to: server) == ["POST /token", "GET /me", "DELETE /sessions/current"])
    }

    @Test("a wrong password is reported as wrong credentials, whatever the protocol of the login")
    func wrongPassword() async throws {
        let backends: [(Assembly, refusal: ServerResponse)] = [
            (.twoStepLogin, .empty(.unauthorized)), (.tokenOnlyLogin, .empty(.unauthorized)),
            (.oauthLogin(at: try Self.identityServer), .json(#"{"error": "invalid_grant"}"#, status: .badRequest)),
        ]
        for (backend, refusal) in backends {
            try await Self.withApp(over: FakeTransport { _ in refusal }, backend) { app in
                let error = await #expect(throws: AuthServiceError.self) {
                    try await app.auth.login(Self.credentials())
                }
                let isRefusal = if case .specific(.wrongCredentials) = error { true } else { false }
                #expect(isRefusal, "\(String(describing: error))")
            }
        }
    }

    @Test("an OAuth token endpoint on another server logs in and refreshes by forms, and receives no token in a header")
    func oauthLogin() async throws {
        let server = MockTransport(
            over: FakeTransport { request in
                let form = String(decoding: request.body, as: UTF8.self)
                switch (request.head.authority, request.head.path, request.head.headerFields[.authorization]) {
                case ("id.example", "/oauth/token", nil) where form.contains("grant_type=password"):
                    return .json(#"{"access_token": "a-1", "token_type": "Bearer", "refresh_token": "r-1"}"#)
                case ("id.example", "/oauth/token", nil) where form.contains("refresh_token=r-1"):
                    return .json(#"{"access_token": "a-2", "token_type": "Bearer", "expires_in": 900}"#)
                case ("api.example", "/me", "Bearer a-1"), ("api.example", "/me", "Bearer a-2"):
                    return .json(#"{"number": 42}"#)
                case ("api.example", "/sessions/current", "Bearer a-2"): return .empty(.noContent)
                default: return .empty(.unauthorized)
                }
            })
        try await Self.withApp(over: server, .oauthLogin(at: try Self.identityServer)) { app in
            let account = try await app.auth.login(Self.credentials())
            #expect(account.id.text == "42")
            // The API accepts this call with the second token only.
            try await app.session(of: account).send(.endSession())
        }
        #expect(
            Self.requests(to: server) == [
                "POST /oauth/token", "GET /me", "DELETE /sessions/current", "POST /oauth/token",
                "DELETE /sessions/current",
            ])
    }

    @Test("a second API has a session and a credential of its own, which survive a restart and a logout of the first")
    func secondAPI() async throws {
        let server = MockTransport(
            over: FakeTransport { request in
                let token = request.head.headerFields[.authorization]
                switch (request.head.authority, request.head.path) {
                case ("api.example", "/token"): return .json(#"{"token": "t-1"}"#)
                case ("api.example", "/me") where token == "Bearer t-1": return .json(#"{"number": 42}"#)
                case ("invoices.example", "/token"):
                    return .json(#"{"access_token": "i-1", "token_type": "Bearer", "refresh_token": "ir-2"}"#)
                case ("invoices.example", "/open") where token == "Bearer i-1": return .json("[7, 9]")
                default: return .empty(.unauthorized)
                }
            })
        let url = try #require(URL(string: "https://invoices.example"))
        try await withTemporaryFolder { folder in
            for _ in 1...2 {
                try await Self.withApp(
                    over: server, in: folder, .tokenOnlyLogin,
                    adding: try await .invoices(at: url, refreshToken: Secret("ir-1"), in: folder)
                ) { app in
                    let account = try await app.auth.login(Self.credentials())
                    _ = try await app.session(of: account).send(.ownAccount())
                    _ = try await app.auth.logout(account)
                    let open: [Int] = try await app.value(.invoices).get("/open")
                    #expect(open == [7, 9])
                }
            }
        }
        let invoices = server.calls.map(\.request).filter { $0.authority == "invoices.example" }
        #expect(invoices.map(\.path) == ["/token", "/open", "/open"], "one refresh for both runs")
        #expect(invoices.allSatisfy { $0.headerFields[.authorization] != "Bearer t-1" })
        let tokens = Set(
            server.calls.map(\.request).filter { $0.authority == "api.example" }
                .compactMap { $0.headerFields[.authorization] })
        #expect(tokens == ["Bearer t-1"])
    }

    // MARK: The app

    private static var identityServer: URL {
        get throws { try #require(URL(string: "https://id.example")) }
    }

    private static func credentials() throws -> Credentials {
        try Credentials(email: EmailAddress("ada@example.com"), password: Secret("secret"))
    }

    private static func requests(to server: MockTransport) -> [String] {
        server.calls.map { "\($0.request.method) \($0.request.path ?? "")" }
    }

    private static func withApp(
        over transport: any Transport, _ backend: Assembly,
        _ body: @escaping @Sendable (ComposedApp) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            try await withApp(over: transport, in: folder, backend, adding: Assembly {}, body)
        }
    }

    /// Runs an app whose backend has no versions in its paths.
    private static func withApp(
        over transport: any Transport, in folder: URL, _ backend: Assembly, adding others: Assembly,
        _ body: @escaping @Sendable (ComposedApp) async throws -> Void
    ) async throws {
        let replacements = Assembly {
            Singleton(.environment) { try .fixture(baseURL: "https://api.example") }
            backend
        }
        try await TestApp.run(over: transport, in: folder, replacing: { replacements }, adding: others, body)
    }
}
