import Foundation
import Models
import Persistence
import Primitives
import TestSupport
import Testing

@Suite("Mocks of the stores") struct DoublesTests {
    @Test("every call of a store made with an error throws that error")
    func failing() async throws {
        let error = StoreError.busy(path: "/x")
        for call in try calls(of: MockAuthSessionStore(failingWith: error)) {
            await #expect(throws: error) { try await call() }
        }
    }

    @Test("MockAuthSessionStore records failed calls too, and prints no token")
    func recordingAuthSession() async throws {
        let authSession = try AuthSession.fixture()
        let store = MockAuthSessionStore(failingWith: .busy(path: "/x"))
        _ = try? await store.load()
        try? await store.save(authSession)
        let (server, userID, old) = (authSession.server, authSession.userID, authSession.credential.token)
        _ = try? await store.replaceTokens(old, with: .fixture(2), server: server, userID: userID)
        _ = try? await store.clear(server: server, userID: userID, ifStill: old)
        let expected: [MockAuthSessionStore.Call] = [
            .load, .save(authSession), .replaceTokens(old, with: .fixture(2), server: server, userID: userID),
            .clear(server: server, userID: userID, ifStill: old),
        ]
        #expect(store.calls == expected)
        #expect(!"\(store.calls)".contains("access-1"))
        #expect(!String(reflecting: store.calls).contains("refresh-2"))
    }

    @Test("a call without a response throws an error that names the call and the line that made the mock")
    func unexpected() async throws {
        for call in try calls(of: MockAuthSessionStore()) {
            let error = await #expect(throws: StoreError.self) { try await call() }
            #expect(error.map { String(reflecting: $0) }?.contains("DoublesTests.swift") == true)
        }
        let error = await #expect(throws: StoreError.self) { try await MockAuthSessionStore().load() }
        #expect(error?.userMessage.contains("AuthSessionStore.load() was called") == true)
    }

    private func calls(of authSessions: MockAuthSessionStore) throws -> [@Sendable () async throws -> Void] {
        let id = try UserID.fixture()
        return [
            { _ = try await authSessions.load() }, { try await authSessions.save(.fixture()) },
            { _ = try await authSessions.replaceTokens(Secret("a"), with: .fixture(), server: "", userID: id) },
            { _ = try await authSessions.clear(server: "", userID: id, ifStill: nil) },
            { _ = try await authSessions.endedAccount(at: "") },
            { try await authSessions.removeAccount(.fixture()) },
        ]
    }
}
