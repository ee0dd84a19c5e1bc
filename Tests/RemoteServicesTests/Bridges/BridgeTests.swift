import Composition
import DependencyInjection
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

/// The bridges from Networking's ports to Models and Persistence pass the contracts of those ports.
@Suite(.failsOnUnexpectedCalls)
struct BridgeTests {
    @Test(
        "AuthSessionCredentialStorage passes the contract of credential storage",
        arguments: CredentialStorageContract.clauses)
    func storage(clause: ContractClause<any CredentialStorage>) async throws {
        let authSession = try AuthSession.fixture()
        let authSessions = InMemoryAuthSessionStore(authSession)
        try await clause.check(
            AuthSessionCredentialStorage(of: authSession, authSessions: authSessions))
    }

    @Test("JSONBodyCoding passes the contract of body coding", arguments: BodyCodingContract.clauses)
    func coding(clause: ContractClause<any BodyCoding>) async throws {
        try await clause.check(JSONBodyCoding())
    }

    @Test(
        "another user's or another server's credential is not found and not cleared",
        arguments: [("https://api.example.com", "u-2"), ("https://other.example.com", "u-1")])
    func foreign(server: String, userID: String) async throws {
        let stored = try AuthSession.fixture(server: server, userID: userID)
        let authSessions = InMemoryAuthSessionStore(stored)
        let storage = AuthSessionCredentialStorage(of: try .fixture(), authSessions: authSessions)
        #expect(try await storage.load() == nil)
        await #expect(throws: CredentialStorageError.self) {
            try await storage.save(.fixture(2), replacing: Secret("access-1"))
        }
        let left = try await storage.clear(ifStill: Secret("access-1"))
        #expect(left == nil)
        #expect(try await authSessions.load() == stored)
    }

    @Test("clearing the credential leaves the account, whose data stays for its next login")
    func account() async throws {
        let authSession = try AuthSession.fixture()
        let authSessions = InMemoryAuthSessionStore(authSession)
        _ = try await AuthSessionCredentialStorage(of: authSession, authSessions: authSessions)
            .clear(ifStill: Secret("access-1"))
        #expect(try await authSessions.load() == nil)
        #expect(try await authSessions.endedAccount(at: authSession.server) == authSession.account)
    }

    @Test("a late end of the previous session leaves a new login")
    func signedInAnew() async throws {
        let (old, new) = (try AuthSession.fixture(), try AuthSession.fixture(credential: .fixture(2)))
        let authSessions = InMemoryAuthSessionStore(new)
        let storage = AuthSessionCredentialStorage(of: old, authSessions: authSessions)
        let left = try await storage.clear(ifStill: old.credential.token)
        #expect(left == .fixture(2))
        #expect(try await authSessions.load() == new)
    }

    @Test("a store's failure is reported with its own message")
    func storeFailure() async throws {
        let error = StoreError.corrupt(path: "/data")
        let storage = AuthSessionCredentialStorage(
            of: try .fixture(), authSessions: MockAuthSessionStore(failingWith: error))
        let expected = CredentialStorageError(reason: error.userMessage)
        await #expect(throws: expected) { try await storage.load() }
        await #expect(throws: expected) { try await storage.save(.fixture(), replacing: Secret("access-1")) }
        await #expect(throws: expected) { try await storage.clear(ifStill: Secret("access-1")) }
    }

    @Test("a refresh sends only the refresh token, not the old access token, and dates the response")
    func refresher() async throws {
        let transport = MockTransport(.json(Wire.refresh))
        let services = try RemoteServicesFixture(over: transport)
        let refresher = try services.app.value(.refresher)
        services.clock.advance(by: .seconds(50))
        let next = try await refresher.refresh(.fixture())
        #expect(next.token == Secret("access-2"))
        #expect(next.refreshToken == Secret("refresh-2"))
        #expect(next.expiresAt == services.clock.now.addingTimeInterval(900))
        let call = try #require(transport.calls.first)
        #expect(call.request.path == "/v2/auth/refresh")
        #expect(call.request.headerFields[.authorization] == nil)
        guard case .data(let body) = call.body else {
            Issue.record("expected a body in memory")
            return
        }
        #expect(body == Data(#"{"refresh_token":"refresh-1"}"#.utf8))
    }

    @Test(
        "only a refused refresh ends the session",
        arguments: [
            (400, true), (401, true), (403, true), (404, false), (408, false), (409, false), (422, false), (429, false),
            (500, false), (503, false),
        ])
    func refusals(status: Int, isFinal: Bool) async throws {
        let services = try RemoteServicesFixture(over: MockTransport(.json("{}", status: .init(code: status))))
        let refresher = try services.app.value(.refresher)
        let error = await #expect(throws: NetworkError.self) { try await refresher.refresh(.fixture()) }
        #expect(error?.cause == (isFinal ? .loggedOut : .status(HTTPFailure(status: status))))
    }

    @Test("a credential without a refresh token is not refreshed, and no request is sent")
    func nothingToRefresh() async throws {
        let services = try RemoteServicesFixture(over: MockTransport())
        let refresher = try services.app.value(.refresher)
        let credential = BearerCredential(token: Secret("a"), refreshToken: nil, expiresAt: nil)
        #expect(try await refresher.refresh(credential) == credential)
    }
}
