import EngineTestSupport
import Foundation
import Networking
import Primitives
import RemoteServices
import SQLitePersistence
import Testing

@Suite("Token refresh over sockets", .timeLimit(.minutes(10)))
struct RefreshTests {
    /// Each has its own connection to the same file, like two processes.
    @Test("two apps that share a stored auth session refresh it once between them")
    func twoProcesses() async throws {
        try await withTemporaryFolder { folder in
            try await BackendHarness.run { harness in
                let second = try NetworkStack(at: harness.url, over: harness.transport)
                let (mine, theirs) = (
                    try await SQLiteDatabase.open(in: folder, busyTimeout: .seconds(60)),
                    try await SQLiteDatabase.open(in: folder, busyTimeout: .seconds(60))
                )
                let (sessions, others) = (AccountSessions(), AccountSessions())
                let lock = { FileRefreshLock(file: folder.appending(path: "refresh.lock")) }
                let account = try await harness.stack
                    .auth(sessions, authSessions: SQLiteAuthSessionStore(mine), lock: lock())
                    .login(BackendHarness.grace)
                let restored =
                    try await second
                    .auth(others, authSessions: SQLiteAuthSessionStore(theirs), lock: lock()).restore()
                let first = try LoggedIn(account, in: sessions)
                let other = try LoggedIn(try #require(restored), in: others)
                try await harness.faults.send(.expireAccessTokens())
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await harness.stack.client.session(with: first.member).sendMe(10) }
                    group.addTask { try await second.client.session(with: other.member).sendMe(10) }
                    try await group.waitForAll()
                }
                #expect(try await harness.refreshes == 1)
                #expect(
                    first.member.credentialProvider.credential?.token
                        == other.member.credentialProvider.credential?.token)
                try await mine.close()
                try await theirs.close()
            }
        }
    }

    @Test("a standard token endpoint refreshes with rotation, and a spent token ends the session")
    func standard() async throws {
        try await BackendHarness.run { harness in
            let old = try #require(try await harness.logIn().member.credentialProvider.credential)
            let storage = InMemoryCredentialStorage(old)
            let refresher = try OAuthCredentialRefresher(
                tokenURL: harness.url.appending(path: "oauth/token"),
                oauthClient: OAuthClient(id: "strata-demo", authentication: .basic(Secret("punched-cards"))),
                client: harness.stack.credentials, time: harness.stack.time)
            let origin = harness.stack.client.environment.origin
            let credentialProvider = CredentialProvider(
                credential: old, origin: origin, storage: storage, refresher: refresher,
                policy: RefreshPolicy(window: .zero))
            let session = harness.stack.client.session(
                with: CredentialHandle<Member>(credentialProvider: credentialProvider))
            for refreshes in 1...2 {
                try await harness.faults.send(.expireAccessTokens())
                try await session.sendMe(5)
                #expect(try await harness.refreshes == refreshes)
            }
            let newest = try #require(credentialProvider.credential)
            #expect(storage.stored == newest)
            #expect(newest.token != old.token && newest.refreshToken != old.refreshToken)

            let late = CredentialProvider(
                credential: old, origin: origin, storage: InMemoryCredentialStorage(old), refresher: refresher)
            let error = await #expect(throws: NetworkError.self) {
                try await harness.stack.client.session(with: CredentialHandle<Member>(credentialProvider: late)).send(
                    .account())
            }
            #expect(error?.cause == .loggedOut)
            #expect(late.credential == nil)
        }
    }
}

extension Session where Access: MemberScope {
    /// Requests the logged-in user `count` times at once, and expects a response each time.
    fileprivate func sendMe(_ count: Int) async throws {
        try await withThrowingTaskGroup(of: AccountDetails.self) { group in
            for _ in 1...count { group.addTask { try await send(.account()) } }
            for try await account in group { #expect(account.id == "u-grace") }
        }
    }
}
