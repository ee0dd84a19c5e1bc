import Foundation
import Models
import Persistence
import Primitives
import TestSupport
import Testing

@Suite("Doubles of the stores") struct DoublesTests {
    @Test("StubUserStore answers what it was told and forgets what it is given")
    func stubUsers() async throws {
        let ada = try User.fixture()
        let store = StubUserStore([ada])
        try await store.save([.fixture(id: "u-2")])
        #expect(try await store.users() == [ada])
        #expect(try await store.user(id: ada.id) == ada)
        #expect(try await store.user(id: .fixture("u-2")) == nil)
    }

    @Test("StubUserStore fails where it was told to")
    func stubUsersFailing() async throws {
        let store = StubUserStore(failingWith: .full(path: "/x"))
        await #expect(throws: StoreError.full(path: "/x")) { try await store.users() }
        await #expect(throws: StoreError.full(path: "/x")) { try await store.user(id: .fixture()) }
        await #expect(throws: StoreError.full(path: "/x")) { try await store.save([]) }
        await #expect(throws: StoreError.full(path: "/x")) { try await store.remove(id: .fixture()) }
        await #expect(throws: StoreError.full(path: "/x")) { try await store.removeAll(of: .fixture()) }
    }

    @Test("StubSignInStore answers what it was told, and fails where it was told to")
    func stubAuthSession() async throws {
        let authSession = try AuthSession.fixture()
        let store = StubAuthSessionStore(authSession)
        #expect(try await store.load() == authSession)
        let (server, userID, old) = (authSession.server, authSession.userID, authSession.credential.token)
        #expect(try await store.replaceTokens(old, with: .fixture(2), server: server, userID: userID) == .replaced)
        #expect(try await StubAuthSessionStore().load() == nil)
        await #expect(throws: StoreError.busy(path: "/x")) {
            try await StubAuthSessionStore(failingWith: .busy(path: "/x")).load()
        }
    }

    @Test("RecordingUserStore records calls in order and passes them on")
    func recordingUsers() async throws {
        let ada = try User.fixture()
        let account = try AccountID.fixture()
        let store = RecordingUserStore(InMemoryUserStore(InMemoryAuthSessionStore(try .fixture())))
        try await store.save([ada])
        #expect(try await store.user(id: ada.id) == ada)
        try await store.remove(id: ada.id)
        #expect(try await store.users().isEmpty)
        try await store.removeAll(of: account)
        let expected: [RecordingUserStore.Call] = [
            .save([ada], of: account), .user(id: ada.id, of: account), .remove(id: ada.id, of: account),
            .users(of: account), .removeAll(of: account),
        ]
        #expect(store.calls == expected)
    }

    @Test("RecordingSignInStore records calls in order, failed ones too, and prints no token")
    func recordingAuthSession() async throws {
        let authSession = try AuthSession.fixture()
        let store = RecordingAuthSessionStore(StubAuthSessionStore(failingWith: .busy(path: "/x")))
        _ = try? await store.load()
        try? await store.save(authSession)
        let (server, userID, old) = (authSession.server, authSession.userID, authSession.credential.token)
        _ = try? await store.replaceTokens(old, with: .fixture(2), server: server, userID: userID)
        _ = try? await store.clear(server: server, userID: userID, ifStill: old)
        let expected: [RecordingAuthSessionStore.Call] = [
            .load, .save(authSession), .replaceTokens(old, with: .fixture(2), server: server, userID: userID),
            .clear(server: server, userID: userID, ifStill: old),
        ]
        #expect(store.calls == expected)
        #expect(!"\(store.calls)".contains("access-1"))
        #expect(!String(reflecting: store.calls).contains("refresh-2"))
    }

    @Test("each call of a failing double throws an error that names the line that made it")
    func failing() async throws {
        let (users, authSessions) = (FailingUserStore(), FailingAuthSessionStore())
        let id = try User.ID.fixture()
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await users.user(id: id) }, { _ = try await users.users() }, { try await users.save([]) },
            { try await users.remove(id: id) }, { try await users.removeAll(of: .fixture()) },
            { _ = try await authSessions.load() }, { try await authSessions.save(.fixture()) },
            { _ = try await authSessions.replaceTokens(Secret("a"), with: .fixture(), server: "", userID: id) },
            { _ = try await authSessions.clear(server: "", userID: id, ifStill: nil) },
        ]
        for call in calls {
            let error = await #expect(throws: StoreError.self) { try await call() }
            #expect(error.map { String(reflecting: $0) }?.contains("DoublesTests.swift") == true)
        }
    }
}
