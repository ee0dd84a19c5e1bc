import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
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
    private let json = JSONCoding()

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

    @Test("a version 1 user has another id key, no role, picture or dates, and may leave out the description")
    func version1() throws {
        let complete =
            #"{"description":"Wrote \"G\"/1843.","email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#
        let user = try User(json.decode(UserV1.self, from: Data(complete.utf8)))
        #expect(
            user
                == User(
                    id: try User.ID("u-ada"), name: try DisplayName("Ada Lovelace"),
                    email: try EmailAddress("ada@example.com"), about: "Wrote \"G\"/1843."))
        #expect(user.role == .member && user.createdAt == nil && user.avatarURL == nil)
        #expect(throws: InvalidValue.self) { try json.encode(user) }
        let bare = #"{"email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#
        #expect(try User(json.decode(UserV1.self, from: Data(bare.utf8))).about == nil)
    }

    @Test("version 2 is not read as version 1, nor the other way round")
    func versions() {
        #expect(throws: DecodingError.self) { try json.decode(UserV1.self, from: Data(Wire.user.utf8)) }
        let version1 = Data(#"{"email":"a@b.cd","name":"Ada","userId":"u-1"}"#.utf8)
        #expect(throws: DecodingError.self) { try json.decode(User.self, from: version1) }
    }
}
