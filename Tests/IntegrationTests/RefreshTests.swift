import Backend
import Foundation
import Models
import Networking
import Primitives
import RemoteServices
import SQLitePersistence
import TestSupport
import Testing

@Suite("Token refresh over sockets", .timeLimit(.minutes(10)))
struct RefreshTests {
    @Test("twenty rejected calls cost one refresh, by the server's count")
    func twenty() async throws {
        try await BackendHarness.run { harness in
            let account = try await harness.logIn(.grace)
            try await harness.faults.send(.expireAccessTokens())
            try await harness.stack.client.session(with: account.member).sendMe(20)
            let counters = try await harness.counters
            #expect(counters.refreshes == 1)
            #expect((1...20).contains(counters.unauthorized))
            #expect(counters.requests == 20 + counters.unauthorized + 1)
        }
    }

    /// Each has its own connection to the same file, like two processes.
    @Test("two apps that share a stored auth session refresh it once between them")
    func twoProcesses() async throws {
        try await withTemporaryFolder { folder in
            try await BackendHarness.run { harness in
                let second = try NetworkStack(at: harness.url, over: harness.transport)
                let (mine, theirs) = (
                    try await SQLiteDatabase.open(in: folder), try await SQLiteDatabase.open(in: folder)
                )
                let file = folder.appending(path: "refresh.lock")
                let account = try await harness.auth(
                    authSessions: SQLiteAuthSessionStore(mine), lock: FileRefreshLock(file: file)
                ).login(Person.grace.credentials)
                let others = AccountSessions()
                let restored = try await harness.auth(
                    second, sessions: others, authSessions: SQLiteAuthSessionStore(theirs),
                    lock: FileRefreshLock(file: file)
                ).restore()
                let first = try LoggedIn(account, in: harness.sessions)
                let other = try LoggedIn(try #require(restored), in: others)
                try await harness.faults.send(.expireAccessTokens())
                try await harness.faults.send(.resetCounters())
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await harness.stack.client.session(with: first.member).sendMe(10) }
                    group.addTask { try await second.client.session(with: other.member).sendMe(10) }
                    try await group.waitForAll()
                }
                #expect(try await harness.counters.refreshes == 1)
                #expect(
                    first.member.credentialProvider.credential?.token
                        == other.member.credentialProvider.credential?.token)
                try await mine.close()
                try await theirs.close()
            }
        }
    }

    @Test("cancelling the call that started a refresh does not cancel the refresh for the others")
    func cancelledLeader() async throws {
        try await BackendHarness.run { harness in
            let account = try await harness.logIn(.grace)
            let session = harness.stack.client.session(with: account.member)
            try await harness.faults.send(.expireAccessTokens())
            try await harness.faults.send(.arm("delay", Fault(path: "/v2/auth/refresh", milliseconds: 500)))
            let leader = Task { try await session.send(.account()) }
            await harness.stack.monitor.waitForEvents(1) { $0 == .refreshStarted }
            async let followers: Void = session.sendMe(5)
            await harness.stack.monitor.waitForEvents(5) {
                $0 == .waitingForRefresh || $0 == .credentialRefused(willRefresh: true)
            }
            leader.cancel()
            let error = await #expect(throws: NetworkError.self) { try await leader.value }
            #expect(error?.cause == .cancelled)
            try await followers
            #expect(try await harness.counters.refreshes == 1)
        }
    }

    @Test("a credential near its end is refreshed while the call continues")
    func ahead() async throws {
        let time = AdjustableWallClock()
        var settings = NetworkStack.Settings()
        settings.time = time
        try await BackendHarness.run(settings, configure: { $0.accessTokenLifetime = .seconds(900) }) { harness in
            let account = try await harness.logIn(.grace)
            let session = harness.stack.client.session(with: account.member)
            let first = account.member.credentialProvider.credential
            _ = try await session.send(.account())
            time.advance(by: .seconds(880))
            _ = try await session.send(.account())
            await harness.stack.monitor.waitForEvents(1) { $0 == .refreshFinished }
            #expect(harness.stack.decisions.contains(.credentialExpiring(willWait: false)))
            #expect(account.member.credentialProvider.credential != first)
            let counters = try await harness.counters
            #expect(counters.refreshes == 1)
            // A rotation invalidates the old token at once, and may overtake the call that still uses it.
            #expect(counters.unauthorized <= 1)
        }
    }

    @Test("a standard token endpoint refreshes with rotation, and a spent token ends the session")
    func standard() async throws {
        try await BackendHarness.run { harness in
            let loggedIn = try await harness.logIn(.grace)
            let old = try #require(loggedIn.member.credentialProvider.credential)
            let storage = InMemoryCredentialStorage(old)
            let refresher = try OAuthCredentialRefresher(
                tokenURL: harness.url.appending(path: "oauth/token"),
                oauthClient: Networking.OAuthClient(id: "strata-demo", authentication: .basic(Secret("punched-cards"))),
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
                #expect(try await harness.counters.refreshes == refreshes)
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
