import ContractSuites
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

@Suite(.failsOnUnexpectedCalls)
struct RemoteUserServiceTests {
    @Test("a former administrator gets the server's refusal with its metadata")
    func formerAdmin() async throws {
        let services = try WiredServices(
            over: MockTransport(.problem(#"{"code": "forbidden", "detail": "Only an admin."}"#, status: .forbidden)))
        let account = try await services.loggedIn(role: .admin)
        let error = await expectFailure(.forbidden) {
            try await services.users(of: account).users(page: PageRequest(size: 10))
        }
        #expect(error?.failure?.diagnostic.contains("403") == true)
    }

    @Test("a deletion that the server has accepted succeeds although nothing can be removed here, and says why")
    func unstored() async throws {
        let services = try WiredServices(
            over: FakeTransport { _ in .empty(.noContent) },
            authSessions: MockAuthSessionStore.unwritable(try .fixture(), error: .full(path: "/data")))
        let account = try #require(try await services.auth.restore())
        try await services.users(of: account).delete(id: .fixture("u-2"))
        #expect(services.localCopyFailures.isEmpty)
        try await services.users(of: account).delete(id: account.id)
        #expect(services.credential(of: account) == nil)
        #expect(services.localCopyFailures == [StoreError.full(path: "/data").userMessage])
        #expect(services.monitor.names.suffix(2) == ["localCopyNotUpdated", "finished"])
    }

    @Test("deleting one's own account removes its responses from the response cache, and no other account's")
    func cachedResponses() async throws {
        let services = try WiredServices(over: MockTransport(.empty(.noContent)))
        let account = try await services.loggedIn()
        let (own, other) = (ResponseCacheKey.fixture(in: .user("u-1")), ResponseCacheKey.fixture(in: .user("u-2")))
        for key in [own, other] { try await services.responses.save(.fixture(), for: key) }
        try await services.users(of: account).delete(id: account.id)
        #expect(try await services.responses.responses(for: own).isEmpty)
        #expect(try await services.responses.responses(for: other).count == 1)
    }

    @Test("a user whom the server describes against its own rules is a decoding failure")
    func oddUser() async throws {
        let services = try WiredServices(
            over: MockTransport(.json(Wire.user.replacing("ada@example.com", with: "nowhere"))))
        let account = try await services.loggedIn()
        let error = await expectFailure(.network) { try await services.users(of: account).me() }
        #expect(error?.failure?.localizableUserMessage.key == "decoding")
    }

    @Test("one invalid user fails the page")
    func oddPage() async throws {
        let page = #"{"items": [\#(Wire.user), {"id": "../admin"}], "page": 1, "per_page": 2, "total": 2}"#
        let services = try WiredServices(over: MockTransport(.json(page)))
        let account = try await services.loggedIn(role: .admin)
        await expectFailure(.network) { try await services.users(of: account).users(page: PageRequest(size: 2)) }
    }

    @Test("a deletion that the server refuses leaves the account logged in")
    func refusedDeletion() async throws {
        let services = try WiredServices(over: MockTransport(.empty(.internalServerError)))
        let account = try await services.loggedIn()
        await expectFailure(.network) { try await services.users(of: account).delete(id: account.id) }
        #expect(try await services.authSessions.load() != nil)
        #expect(services.credential(of: account) != nil)
    }
}
