import DependencyInjection
import EngineTestSupport
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
        try await withTemporaryFolder { folder in
            let backend = try FakeBackend()
            backend.rules.freshness = 60
            try await TestApp.run(.default, in: folder, on: backend) { app in
                let account = try await app.auth.login(
                    Credentials(email: EmailAddress("ada@example.com"), password: Secret("analytical-engine")))
                let responses = try #require(try app.value(.stores).responses as? InMemoryResponseCache)
                _ = try await app.session(of: account).send(Endpoint(.get, "/users/me", response: .data))
                #expect(responses.count == 1)
                _ = try await app.auth.logout(account)
                #expect(responses.count == 0)
                #expect(try await app.auth.restore() == nil)
            }
        }
    }
}
