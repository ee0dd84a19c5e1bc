import Foundation
import Models
import Persistence
import Primitives
import TestSupport
import Testing

@Suite("Mocks of the stores") struct DoublesTests {
    @Test("MockUserStore returns a value, throws an error or runs a closure")
    func responses() async throws {
        let (ada, full) = (try User.fixture(), StoreError.full(path: "/x"))
        let store = MockUserStore(
            user: .closure { id, _ in id == ada.id ? ada : nil }, users: .value([ada]), save: .error(full),
            remove: .success)
        #expect(try await store.users() == [ada])
        #expect(try await store.user(id: ada.id) == ada)
        #expect(try await store.user(id: .fixture("u-2")) == nil)
        await #expect(throws: full) { try await store.save([]) }
        try await store.remove(id: ada.id)
    }

    @Test("every call of a store made with an error throws that error")
    func failing() async throws {
        let error = StoreError.busy(path: "/x")
        let (users, authSessions) = (MockUserStore(failingWith: error), MockAuthSessionStore(failingWith: error))
        for call in try calls(of: users, authSessions) {
            await #expect(throws: error) { try await call() }
        }
    }

    @Test("MockUserStore records calls in order and passes those without a response on")
    func recordingUsers() async throws {
        let ada = try User.fixture()
        let account = try AccountID.fixture()
        let store = MockUserStore(
            over: InMemoryUserStore(InMemoryAuthSessionStore(try .fixture())), removeAll: .error(.busy(path: "/x")))
        try await store.save([ada])
        #expect(try await store.user(id: ada.id) == ada)
        try await store.remove(id: ada.id)
        #expect(try await store.users().isEmpty)
        await #expect(throws: StoreError.busy(path: "/x")) { try await store.removeAll(of: account) }
        let expected: [MockUserStore.Call] = [
            .save([ada], of: account), .user(id: ada.id, of: account), .remove(id: ada.id, of: account),
            .users(of: account), .removeAll(of: account),
        ]
        #expect(store.calls == expected)
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
        for call in try calls(of: MockUserStore(), MockAuthSessionStore()) {
            let error = await #expect(throws: StoreError.self) { try await call() }
            #expect(error.map { String(reflecting: $0) }?.contains("DoublesTests.swift") == true)
        }
        let error = await #expect(throws: StoreError.self) { try await MockUserStore().users() }
        #expect(error?.userMessage.contains("UserStore.users(of:) was called") == true)
    }

    private func calls(
        of users: MockUserStore, _ authSessions: MockAuthSessionStore
    ) throws -> [@Sendable () async throws -> Void] {
        let id = try UserID.fixture()
        return [
            { _ = try await users.user(id: id) }, { _ = try await users.users() }, { try await users.save([]) },
            { try await users.remove(id: id) }, { try await users.removeAll(of: .fixture()) },
            { _ = try await authSessions.load() }, { try await authSessions.save(.fixture()) },
            { _ = try await authSessions.replaceTokens(Secret("a"), with: .fixture(), server: "", userID: id) },
            { _ = try await authSessions.clear(server: "", userID: id, ifStill: nil) },
        ]
    }
}
