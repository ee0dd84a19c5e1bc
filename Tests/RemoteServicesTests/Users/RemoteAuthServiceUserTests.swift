import ContractSuites
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// The copies of users that a login stores.
@Suite(.failsOnUnexpectedCalls)
struct RemoteAuthServiceUserTests {
    private let credentials: Credentials

    init() throws {
        credentials = try Credentials(email: EmailAddress("ada@example.com"), password: Secret("correct horse"))
    }

    @Test("a login whose copy can't be stored succeeds, and the monitor receives the reason")
    func unstoredCopy() async throws {
        let services = try WiredServices(
            over: MockTransport(.json(Wire.login)), copies: MockUserStore(failingWith: .full(path: "/data")))
        let account = try await services.auth.login(credentials)
        #expect(try await services.authSessions.load()?.account == .fixture(userID: account.id.text))
        #expect(services.localCopyFailures == [StoreError.full(path: "/data").userMessage])
    }

    @Test("a login response with an invalid user is rejected, and nothing is stored")
    func oddUser() async throws {
        let response = Wire.login.replacing("ada@example.com", with: "ada")
        let services = try WiredServices(over: MockTransport(.json(response)))
        await #expect(throws: AuthServiceError.self) { try await services.auth.login(credentials) }
        #expect(try await services.authSessions.load() == nil)
        #expect(try await services.copies.users().isEmpty)
    }

    @Test("restoring does not read the copies")
    func restore() async throws {
        let services = try WiredServices(over: MockTransport(), copies: MockUserStore())
        #expect(try await services.loggedIn().id == .fixture())
    }
}
