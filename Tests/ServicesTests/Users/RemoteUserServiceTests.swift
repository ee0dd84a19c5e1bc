import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing

struct RemoteUserServiceTests {
    @Test("an answer that comes after a sign-out leaves no copy behind")
    func lateAnswer() async throws {
        let services = try WiredServices(over: StubTransport(.json(Wire.user)))
        let account = try await services.signedIn()
        let users = services.users(of: account)
        let signIn = try #require(try await services.signIns.load())
        _ = try await services.signIns.clear(server: signIn.server, userID: signIn.userID, ifStill: nil)
        _ = try await users.me()
        #expect(try await services.copies.users().isEmpty)
    }

    @Test("a member's list is refused without a call")
    func memberList() async throws {
        let services = try WiredServices(over: FailingTransport())
        let account = try await services.signedIn()
        let error = await expectFailure(.forbidden) {
            try await services.users(of: account).users(page: PageRequest(size: 10))
        }
        #expect(error?.evidence == nil)
    }

    @Test("an administrator who is one no longer is told so by the server, with evidence")
    func formerAdmin() async throws {
        let services = try WiredServices(
            over: StubTransport(.problem(#"{"code": "forbidden", "detail": "Only an admin."}"#, status: .forbidden)))
        let account = try await services.signedIn(role: .admin)
        let error = await expectFailure(.forbidden) {
            try await services.users(of: account).users(page: PageRequest(size: 10))
        }
        #expect(error?.evidence?.status == 403)
    }

    @Test("a user that can't be kept is told, with the store's sentence")
    func unkept() async throws {
        let services = try WiredServices(
            over: StubTransport(.json(Wire.user)), copies: StubUserStore(failingWith: .full(path: "/data")))
        let account = try await services.signedIn()
        let error = await expectFailure(.storage) { try await services.users(of: account).me() }
        #expect(error?.explanation == StoreError.full(path: "/data").explanation)
    }

    @Test("a user whom the server describes against its own rules is a decoding failure, and is not kept")
    func oddUser() async throws {
        let services = try WiredServices(
            over: StubTransport(.json(Wire.user.replacing("ada@example.com", with: "nowhere"))))
        let account = try await services.signedIn()
        let error = await expectFailure(.network) { try await services.users(of: account).me() }
        guard case .decoding = error?.evidence?.cause else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(try await services.copies.users().isEmpty)
    }

    @Test("one bad user spoils the page, and nobody of it is kept")
    func oddPage() async throws {
        let page = #"{"items": [\#(Wire.user), {"id": "../admin"}], "page": 1, "per_page": 2, "total": 2}"#
        let services = try WiredServices(over: StubTransport(.json(page)))
        let account = try await services.signedIn(role: .admin)
        await expectFailure(.network) { try await services.users(of: account).users(page: PageRequest(size: 2)) }
        #expect(try await services.copies.users().isEmpty)
    }

    @Test("a deletion that the server refused leaves sign-in and copies")
    func refusedDeletion() async throws {
        let services = try WiredServices(over: StubTransport(.empty(.internalServerError)))
        let account = try await services.signedIn()
        try await services.copies.save([.fixture()])
        await expectFailure(.network) { try await services.users(of: account).delete(id: account.userID) }
        #expect(try await services.signIns.load() != nil)
        #expect(try await services.copies.users().count == 1)
        #expect(account.member.authority.credential != nil)
    }
}
