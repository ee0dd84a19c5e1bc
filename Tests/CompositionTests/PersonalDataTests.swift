import Composition
import DependencyInjection
import Foundation
import HTTPCaching
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing
import Transfers

@testable import Composition

@Suite("Personal data")
struct PersonalDataTests {
    @Test("every registered store is in the list that a logout empties")
    func registrations() async throws {
        try await Self.withApp { app in
            let account = try await Self.login(app)
            try await app.loggedIn(as: account) { scope, _ in
                let registered = try await scope.resolve(.personalData).map { "\(type(of: $0))" }
                var stores: [String] = []
                for node in app.container.graph.nodes {
                    let value = try await scope.value(of: node.key)
                    if value is any PersonalDataStore { stores.append("\(type(of: value))") }
                    if value is any TransferStore { stores.append("\(AccountTransfers.self)") }
                    if value is any ResponseCacheStorage { stores.append("\(CachedResponses.self)") }
                }
                #expect(Set(stores) == Set(registered))
                #expect(registered.count == Set(registered).count, "registered twice")
                #expect(stores.count >= 2)
            }
        }
    }

    @Test("a logout empties the app's stores", arguments: [true, false])
    func logout(byDeletingOneself isDeletion: Bool) async throws {
        try await Self.withApp { app in
            let account = try await Self.login(app)
            let server = try await app.container.resolve(.environment).origin.description
            let owner = AccountID(server: server, userID: account.id)
            let users = try await app.container.resolve(.userStore)
            let responses = try #require(try await app.container.resolve(.responseCache) as? InMemoryResponseCache)
            try await app.loggedIn(as: account) { scope, account in
                let service = try await scope.resolve(.users)
                _ = try await service.me()
                #expect(try await users.users(of: owner).count == 1)
                #expect(responses.count == 1)
                if isDeletion { try await service.delete(id: account.id) }
            }
            let auth = try await app.container.resolve(.auth)
            if !isDeletion { _ = try await auth.logout(account) }
            #expect(try await users.users(of: owner).isEmpty)
            #expect(responses.count == 0)
            #expect(try await auth.restore() == nil)
        }
    }

    /// An app in its own folder, with a server that has one user.
    private static func withApp(_ body: @escaping @Sendable (ComposedApp) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let baseURL = try #require(URL(string: "http://127.0.0.1:8080"))
            let settings = AppSettings(baseURL: baseURL, dataDirectory: folder)
            let server = FakeTransport { request in
                switch (request.head.method, request.head.path) {
                case (.post, "/v2/auth/login"): .json(Self.login)
                case (.get, _): .data(Data(Self.user.utf8), fields: [.contentType: "application/json", .eTag: #""1""#])
                default: .empty(.noContent)
                }
            }
            let app = try ComposedApp(settings) { assembly in
                assembly.overriding { Singleton(.transport) { server as any Transport } }
            }
            try await body(app)
            try await app.container.shutdown()
        }
    }

    private static func login(_ app: ComposedApp) async throws -> Account {
        let credentials = try Credentials(email: EmailAddress("ada@example.com"), password: Secret("secret"))
        return try await app.container.resolve(.auth).login(credentials)
    }

    private static let login = """
        {"access_token": "access-1", "token_type": "Bearer", "expires_in": 900, "refresh_token": "refresh-1",
         "user": \(user)}
        """

    private static let user = """
        {"id": "u-1", "email": "ada@example.com", "name": "Ada Lovelace", "role": "member", "description": null,
         "avatar_url": null, "created_at": "2026-01-01T09:00:00Z", "updated_at": "2026-01-02T09:00:00.250Z"}
        """
}

extension Scope {
    /// The value of a key whose type is known at run time only.
    func value(of key: AnyKey) async throws -> any Sendable {
        func resolve<Value: Sendable>(_ type: Value.Type) async throws -> any Sendable {
            try await self.resolve(Key<Value>(key.name))
        }
        return try await resolve(key.valueType)
    }
}
