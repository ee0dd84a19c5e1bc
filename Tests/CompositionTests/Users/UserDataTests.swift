import DependencyInjection
import HTTPCaching
import Models
import Persistence
import Services
import Testing

@testable import Composition

@Suite("Personal data in the store of users")
struct UserDataTests {
    @Test("a logout, or deleting oneself, removes all copies of users", arguments: [true, false])
    func logout(byDeletingOneself isDeletion: Bool) async throws {
        try await PersonalDataTests.withApp { app in
            let account = try await PersonalDataTests.login(app)
            let responses = try #require(try await app.container.resolve(.responseCache) as? InMemoryResponseCache)
            try await app.loggedIn(as: account) { services, account in
                let service = try await services.scope.resolve(.users)
                _ = try await service.me()
                #expect(try await app.storedUsers(of: account).count == 1)
                #expect(responses.count == 1)
                if isDeletion { try await service.delete(id: account.id) }
            }
            let auth = try await app.container.resolve(.auth)
            if !isDeletion { _ = try await auth.logout(account) }
            #expect(try await app.storedUsers(of: account).isEmpty)
            #expect(responses.count == 0)
            #expect(try await auth.restore() == nil)
        }
    }
}
