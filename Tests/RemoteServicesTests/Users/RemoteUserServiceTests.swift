import Composition
import ContractSuites
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

@Suite(.failsOnUnexpectedCalls)
struct RemoteUserServiceTests {
    @Test("a deletion that the server has accepted succeeds although nothing can be removed here, and says why")
    func unstored() async throws {
        let services = try RemoteServicesFixture(
            over: FakeTransport { _ in .empty(.noContent) },
            authSessions: MockAuthSessionStore.unwritable(try .fixture(), error: .full(path: "/data")))
        let account = try #require(try await services.auth.restore())
        try await services.open(account).users.delete(id: .fixture("u-2"))
        #expect(services.localCopyFailures.isEmpty)
        try await services.open(account).users.delete(id: account.id)
        #expect(services.credential(of: account) == nil)
        #expect(services.localCopyFailures == [StoreError.full(path: "/data").userMessage])
        #expect(services.monitor.names.suffix(2) == ["finished", "localCopyNotUpdated"])
    }

    @Test("a user whom the server describes against its own rules is a decoding failure")
    func oddUser() async throws {
        let services = try RemoteServicesFixture(
            over: MockTransport(.json(Wire.user.replacing("ada@example.com", with: "nowhere"))))
        let account = try await services.loggedIn()
        let error = await expectFailure(.network) { try await services.open(account).users.me() }
        #expect(error?.failure?.localizableUserMessage.key == "decoding")
    }
}
