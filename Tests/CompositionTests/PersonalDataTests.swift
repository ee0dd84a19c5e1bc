import DependencyInjection
import Foundation
import HTTPCaching
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import Services
import TestSupport
import Testing
import Transfers

@testable import Composition
@testable import RemoteServices

@Suite("Personal data")
struct PersonalDataTests {
    @Test("every store with data of accounts is in the list that a logout empties")
    func registrations() throws {
        let stores = AppStores.inMemory()
        var names: [String] = []
        for (_, store) in Mirror(reflecting: stores).children {
            if store is any PersonalDataStore { names.append("\(type(of: store))") }
            if store is any TransferStore { names.append("AccountTransfers") }
            if store is any ResponseCacheStorage { names.append("CachedResponses") }
        }
        #expect(names.sorted() == stores.personalData.map { "\(type(of: $0))" }.sorted())
        #expect(names.count >= 3)
    }

    @Test("a logout empties the app's stores")
    func logout() async throws {
        try await Self.withApp { app in
            let account = try await Self.login(app)
            let responses = try #require(try app.value(.stores).responses as? InMemoryResponseCache)
            _ = try await app.session(of: account).send(Endpoint(.get, "/users/me", response: .data))
            #expect(responses.count == 1)
            _ = try await app.auth.logout(account)
            #expect(responses.count == 0)
            #expect(try await app.auth.restore() == nil)
        }
    }

    /// An app in its own folder, with a server that has one user.
    static func withApp(_ body: @escaping @Sendable (ComposedApp) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let server = FakeTransport { request in
                switch request.head.method {
                case .get: .data(Data(Self.user.utf8), fields: [.contentType: "application/json", .eTag: #""1""#])
                default: .empty(.noContent)
                }
            }
            let login = Assembly { Singleton(.loginExchange) { FixedLogin() as any LoginExchanging } }
            try await TestApp.run(over: server, in: folder, replacing: { login }, body)
        }
    }

    static func login(_ app: ComposedApp) async throws -> Account {
        let credentials = try Credentials(email: EmailAddress("ada@example.com"), password: Secret("secret"))
        return try await app.auth.login(credentials)
    }

    private static let user = """
        {"id": "u-1", "email": "ada@example.com", "name": "Ada Lovelace", "role": "member", "description": null,
         "avatar_url": null, "created_at": "2026-01-01T09:00:00Z", "updated_at": "2026-01-02T09:00:00.250Z"}
        """
}

/// A login that needs no server.
private struct FixedLogin: LoginExchanging {
    func logIn(with credentials: Credentials) async throws -> LoginResult {
        let credential = BearerCredential(token: Secret("access-1"), refreshToken: nil, expiresAt: nil)
        return LoginResult(credential: credential, userID: try UserID("u-1"))
    }

    func logOut(_ member: Session<Member>) async throws(NetworkError) {}
}
