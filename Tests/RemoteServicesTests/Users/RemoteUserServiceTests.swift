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
    @Test("a response after a logout leaves no copy")
    func lateResponse() async throws {
        let services = try WiredServices(over: MockTransport(.json(Wire.user)))
        let account = try await services.loggedIn()
        let users = services.users(of: account)
        let authSession = try #require(try await services.authSessions.load())
        try await services.authSessions.removeAccount(authSession.account)
        _ = try await users.me()
        #expect(try await services.copies.users().isEmpty)
    }

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

    @Test(
        "a call that the server has accepted succeeds although no copy can be stored, and the monitor receives the reason",
        arguments: ["me", "user", "replaceProfile", "updateProfile", "delete another", "delete oneself"])
    func unstored(call: String) async throws {
        let services = try WiredServices(
            over: FakeTransport { request in request.head.method == .delete ? .empty(.noContent) : .json(Wire.user) },
            authSessions: MockAuthSessionStore.unwritable(try .fixture(), error: .full(path: "/data")),
            copies: MockUserStore(failingWith: .full(path: "/data")))
        let account = try #require(try await services.auth.restore())
        let users = services.users(of: account)
        let user = try User.fixture()
        switch call {
        case "me": #expect(try await users.me().id == user.id)
        case "user": #expect(try await users.user(id: user.id).id == user.id)
        case "replaceProfile":
            let profile = Profile(name: user.name, email: user.email, about: nil)
            #expect(try await users.replaceProfile(of: user.id, with: profile).id == user.id)
        case "updateProfile":
            #expect(try await users.updateProfile(of: user.id, with: ProfilePatch(name: user.name)).id == user.id)
        case "delete another": try await users.delete(id: .fixture("u-2"))
        default:
            try await users.delete(id: account.id)
            #expect(services.credential(of: account) == nil)
        }
        #expect(services.localCopyFailures == [StoreError.full(path: "/data").userMessage])
        #expect(services.monitor.names.suffix(2) == ["localCopyNotUpdated", "finished"])
    }

    @Test("a page that can't be stored is listed all the same, and the monitor receives the reason")
    func unstoredPage() async throws {
        let page = #"{"items": [\#(Wire.user)], "page": 1, "per_page": 2, "total": 1}"#
        let services = try WiredServices(
            over: MockTransport(.json(page)), copies: MockUserStore(failingWith: .busy(path: "/data")))
        let account = try await services.loggedIn(role: .admin)
        #expect(try await services.users(of: account).users(page: PageRequest(size: 2)).items.count == 1)
        #expect(services.localCopyFailures == [StoreError.busy(path: "/data").userMessage])
    }

    @Test("a user who is gone is not found although the copy can't be removed, and the monitor receives the reason")
    func unremovedCopy() async throws {
        let services = try WiredServices(
            over: MockTransport(.empty(.notFound)), copies: MockUserStore(failingWith: .full(path: "/data")))
        let account = try await services.loggedIn()
        await expectFailure(.notFound) { try await services.users(of: account).user(id: .fixture("u-2")) }
        #expect(services.localCopyFailures == [StoreError.full(path: "/data").userMessage])
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

    @Test("a user whom the server describes against its own rules is a decoding failure, and is not stored")
    func oddUser() async throws {
        let services = try WiredServices(
            over: MockTransport(.json(Wire.user.replacing("ada@example.com", with: "nowhere"))))
        let account = try await services.loggedIn()
        let error = await expectFailure(.network) { try await services.users(of: account).me() }
        #expect(error?.failure?.localizableUserMessage.key == "decoding")
        #expect(try await services.copies.users().isEmpty)
    }

    @Test("one invalid user fails the page, and no user of it is stored")
    func oddPage() async throws {
        let page = #"{"items": [\#(Wire.user), {"id": "../admin"}], "page": 1, "per_page": 2, "total": 2}"#
        let services = try WiredServices(over: MockTransport(.json(page)))
        let account = try await services.loggedIn(role: .admin)
        await expectFailure(.network) { try await services.users(of: account).users(page: PageRequest(size: 2)) }
        #expect(try await services.copies.users().isEmpty)
    }

    @Test("a deletion that the server refuses leaves the auth session and copies")
    func refusedDeletion() async throws {
        let services = try WiredServices(over: MockTransport(.empty(.internalServerError)))
        let account = try await services.loggedIn()
        try await services.copies.save([.fixture()])
        await expectFailure(.network) { try await services.users(of: account).delete(id: account.id) }
        #expect(try await services.authSessions.load() != nil)
        #expect(try await services.copies.users().count == 1)
        #expect(services.credential(of: account) != nil)
    }
}
