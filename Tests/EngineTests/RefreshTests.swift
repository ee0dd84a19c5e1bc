import Backend
import Foundation
import Models
import Networking
import Primitives
import RemoteServices
import SQLitePersistence
import TestSupport
import Testing

@Suite("Renewing credentials, over sockets", .timeLimit(.minutes(1)))
struct RefreshTests {
    @Test("twenty refused calls cost one renewal, by the server's count")
    func twenty() async throws {
        try await BackendWorld.run { world in
            let account = try await world.signIn(.grace)
            try await world.faults.send(.expireAccessTokens())
            try await world.engine.client.session(with: account.member).sendMe(20)
            let counters = try await world.counters
            #expect(counters.refreshes == 1)
            #expect((1...20).contains(counters.unauthorized))
            #expect(counters.requests == 20 + counters.unauthorized + 1)
        }
    }

    /// Each with a connection of its own to the same file, as two processes have it.
    @Test("two apps that share a stored sign-in renew it once between them")
    func twoProcesses() async throws {
        try await withTemporaryFolder { folder in
            try await BackendWorld.run { world in
                let second = try Engine(at: world.url, over: world.transport)
                let (mine, theirs) = (
                    try await SQLiteDatabase.open(in: folder), try await SQLiteDatabase.open(in: folder)
                )
                let file = folder.appending(path: "refresh.lock")
                let account = try await world.auth(
                    signIns: SQLiteSignInStore(mine), users: SQLiteUserStore(mine), lock: FileRefreshLock(file: file)
                ).login(Person.grace.credentials)
                let others = AccountSessions()
                let restored = try await world.auth(
                    second, sessions: others, signIns: SQLiteSignInStore(theirs), users: SQLiteUserStore(theirs),
                    lock: FileRefreshLock(file: file)
                ).restore()
                let first = try SignedIn(account, in: world.sessions)
                let other = try SignedIn(try #require(restored), in: others)
                try await world.faults.send(.expireAccessTokens())
                try await world.faults.send(.resetCounters())
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await world.engine.client.session(with: first.member).sendMe(10) }
                    group.addTask { try await second.client.session(with: other.member).sendMe(10) }
                    try await group.waitForAll()
                }
                #expect(try await world.counters.refreshes == 1)
                #expect(first.member.authority.credential?.token == other.member.authority.credential?.token)
                try await mine.close()
                try await theirs.close()
            }
        }
    }

    @Test("a leader that is cancelled takes the renewal from nobody")
    func cancelledLeader() async throws {
        try await BackendWorld.run { world in
            let account = try await world.signIn(.grace)
            let session = world.engine.client.session(with: account.member)
            try await world.faults.send(.expireAccessTokens())
            try await world.faults.send(.arm("delay", Fault(path: "/v2/auth/refresh", milliseconds: 500)))
            let leader = Task { try await session.send(.me()) }
            await world.engine.monitor.waitForEvents(1) { $0 == .refreshStarted }
            async let followers: Void = session.sendMe(5)
            await world.engine.monitor.waitForEvents(5) {
                $0 == .waitingForRenewal || $0 == .credentialRefused(willRefresh: true)
            }
            leader.cancel()
            let error = await #expect(throws: NetworkError.self) { try await leader.value }
            #expect(error?.cause == .cancelled)
            try await followers
            #expect(try await world.counters.refreshes == 1)
        }
    }

    @Test("a credential whose end is near is renewed while the call goes on")
    func ahead() async throws {
        let time = MovableCalendar()
        var settings = Engine.Settings()
        settings.time = time
        try await BackendWorld.run(settings, configure: { $0.accessTokenLifetime = .seconds(900) }) { world in
            let account = try await world.signIn(.grace)
            let session = world.engine.client.session(with: account.member)
            let first = account.member.authority.credential
            _ = try await session.send(.me())
            time.advance(by: .seconds(880))
            _ = try await session.send(.me())
            await world.engine.monitor.waitForEvents(1) { $0 == .refreshFinished }
            #expect(world.engine.decisions.contains(.credentialEnding(willWait: false)))
            #expect(account.member.authority.credential != first)
            let counters = try await world.counters
            #expect(counters.refreshes == 1)
            // A rotation ends the old token at once, and may overtake the call that still goes on with it.
            #expect(counters.unauthorized <= 1)
        }
    }

    @Test("the standard's token endpoint renews with rotation, and a spent token ends the session")
    func standard() async throws {
        try await BackendWorld.run { world in
            let signedIn = try await world.signIn(.grace)
            let old = try #require(signedIn.member.authority.credential)
            let storage = InMemoryCredentialStorage(old)
            let refresher = try OAuthCredentialRefresher(
                tokenURL: world.url.appending(path: "oauth/token"),
                oauthClient: Networking.OAuthClient(id: "strata-demo", authentication: .basic(Secret("punched-cards"))),
                client: world.engine.credentials, time: world.engine.time)
            let origin = world.engine.client.environment.origin
            let authority = BearerAuthority(
                credential: old, origin: origin, storage: storage, refresher: refresher,
                policy: RenewalPolicy(window: .zero))
            let session = world.engine.client.session(with: CredentialHandle<Member>(authority: authority))
            for renewals in 1...2 {
                try await world.faults.send(.expireAccessTokens())
                try await session.sendMe(5)
                #expect(try await world.counters.refreshes == renewals)
            }
            let newest = try #require(authority.credential)
            #expect(storage.kept == newest)
            #expect(newest.token != old.token && newest.refreshToken != old.refreshToken)

            let late = BearerAuthority(
                credential: old, origin: origin, storage: InMemoryCredentialStorage(old), refresher: refresher)
            let error = await #expect(throws: NetworkError.self) {
                try await world.engine.client.session(with: CredentialHandle<Member>(authority: late)).send(.me())
            }
            #expect(error?.cause == .signedOut)
            #expect(late.credential == nil)
        }
    }
}

extension Session where Access: MemberScope {
    /// Asks `count` times at once who is signed in, and hears it each time.
    fileprivate func sendMe(_ count: Int) async throws {
        try await withThrowingTaskGroup(of: User.self) { group in
            for _ in 1...count { group.addTask { try await send(.me()) } }
            for try await user in group { #expect(user.id.text == "u-grace") }
        }
    }
}
