import ContractSuites
import Foundation
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Synchronization
import TestSupport
import Testing

struct ServiceDoubleTests {
    @Test("stubs answer what they were told")
    func stubs() async throws {
        let account = try Account.fixture(id: "u-7", role: .admin)
        let credentials = try Credentials(email: EmailAddress("a@b.cd"), password: Secret("p"))
        let auth = StubAuthService(account, isSignedIn: true, logout: .onThisMachine(.loggedOut))
        #expect(try await auth.login(credentials) == account)
        #expect(try await auth.restore() == account)
        let nobody = try await StubAuthService(account).restore()
        #expect(nobody == nil)
        guard case .onThisMachine(.loggedOut) = try await auth.logout(account) else {
            Issue.record("expected the outcome that the stub was told")
            return
        }

        let user = try User.fixture(id: "u-7")
        let users = StubUserService(user)
        #expect(try await users.me() == user)
        #expect(try await users.updateProfile(of: .fixture("other"), with: ProfilePatch()) == user)
        #expect(try await users.users(page: PageRequest(size: 1)).items == [user])

        let steps = [UploadProgress(sent: 1, total: 2), UploadProgress(sent: 2, total: 2)]
        let reported = Mutex<[UploadProgress]>([])
        let receipt = try JSONBodyCoding().decode(AvatarReceipt.self, from: Data(Wire.receipt().utf8))
        let uploads = StubUploadService(receipt, reporting: steps)
        let response = try await uploads.uploadAvatar(URL(filePath: "/a"), of: user.id) { step in
            reported.withLock { $0.append(step) }
        }
        #expect(response == receipt)
        #expect(reported.withLock { $0 } == steps)
    }

    @Test("stubs fail as they were told")
    func failingStubs() async throws {
        let account = try Account.fixture()
        await expectFailure(.loggedOut) { try await StubAuthService(failingWith: .loggedOut).logout(account) }
        await expectFailure(.forbidden) { try await StubUserService(failingWith: .forbidden(nil)).me() }
        await expectFailure(.cancelled) {
            try await StubUploadService(failingWith: .cancelled)
                .uploadAvatar(URL(filePath: "/a"), of: account.id) { _ in }
        }
    }

    @Test("mocks record what was asked, in order, and pass it on")
    func mocks() async throws {
        let account = try Account.fixture()
        let password = Canary("recorded-password")
        let credentials = try Credentials(email: EmailAddress("a@b.cd"), password: password.secret)
        let auth = RecordingAuthService(StubAuthService(account))
        _ = try await auth.restore()
        _ = try await auth.login(credentials)
        try await auth.refresh(account)
        _ = try await auth.logout(account)
        #expect(auth.calls == [.restore, .login(credentials), .refresh(account.id), .logout(account.id)])
        #expect(!password.isFound(in: "\(auth.calls)"))

        let id = account.id
        let users = RecordingUserService(StubUserService(failingWith: .loggedOut))
        await expectFailure(.loggedOut) { try await users.user(id: id) }
        await expectFailure(.loggedOut) { try await users.delete(id: id) }
        #expect(users.calls == [.user(id: id), .delete(id: id)])

        let uploads = RecordingUploadService(StubUploadService(failingWith: .loggedOut))
        await expectFailure(.loggedOut) { try await uploads.uploadAvatar(URL(filePath: "/a"), of: id) { _ in } }
        #expect(uploads.calls == [.uploadAvatar(URL(filePath: "/a"), of: id)])
    }

    @Test("each call of a failing double throws")
    func failing() async throws {
        let account = try Account.fixture()
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await FailingAuthService().restore() },
            { try await FailingAuthService().refresh(account) },
            { _ = try await FailingUserService().me() },
            { try await FailingUserService().delete(id: account.id) },
            { _ = try await FailingUploadService().uploadAvatar(URL(filePath: "/a"), of: account.id) { _ in } },
        ]
        for call in calls {
            await expectFailure(.storage) { try await call() }
        }
    }

    /// Made with another implementation of SHA-256; the sizes are those at which padding takes one block or two.
    static let digests: [(Int, String)] = [
        (6, "610f5ae4d76e332636a17bd357fd6ce99029316a99d320280d4d77a746bf29e8"),
        (55, "b09376f56d14c41afc31ce41da357adb4dad3c2a235c7d657c975ad34d6d6391"),
        (56, "3120db1ae2418732b3caa175e209d4db4202adbe336aa4e2dc6fb3175323faed"),
        (63, "9c69a123e2477c5813d940a785c1ec41108c4215a263e428ac20a90f2f342a11"),
        (64, "9b67af9eb21428e3b0b69293999c75341e1bfe15923520f4570f9459d291ffe8"),
        (65, "9bdd284b17d6256edea3e0bd51bf5eaa07f7dc65c9a4bafed88bddac455a1186"),
        (119, "e53a0490c4430d5fb4526329cde895045e684784d41234af70c22666fabd6313"),
        (120, "2544677be7ed41404390132e2e7c377776cc52454f9b45b82ff506147dc8b008"),
        (100_000, "fb2c1b58d80841ff6389a0d6bbc5a2f0816c6198f4632751be7795b0b1751ca9"),
    ]

    @Test("a fake's receipt has the true SHA-256, whatever the picture's size", arguments: digests)
    func digest(size: Int, digest: String) async throws {
        let subject = try ServiceSubject.fake()
        let account = try await subject.auth().login(subject.member.credentials)
        try await withTemporaryFolder { folder in
            // The bytes that the digests above were computed of, by another program.
            let picture = Data("GIF89a".utf8) + Data(repeating: 0x2A, count: size - 6)
            let file = try PictureFile.write(picture, named: "a.gif", in: folder)
            let receipt = try await subject.uploads(account).uploadAvatar(file, of: account.id) { _ in }
            #expect(receipt.sha256 == digest)
            #expect(receipt.size == size)
        }
    }

    @Test("a fake backend's access tokens end with their lifetime, and spent refresh tokens end the session")
    func fakeTokens() async throws {
        let clock = ManualClock()
        let backend = try FakeBackend.seeded(others: 0, time: clock)
        let authSessions = InMemoryAuthSessionStore()
        let copies = InMemoryUserStore(authSessions)
        let sessions = AccountSessions()
        let auth = FakeAuthService(backend: backend, sessions: sessions, authSessions: authSessions, users: copies)
        let account = try await auth.login(
            Credentials(email: EmailAddress("grace@example.com"), password: Secret("nanosecond-wire")))
        let first = try #require(try await authSessions.load())
        clock.advance(by: .seconds(15 * 60))
        let users = FakeUserService(
            account: account, backend: backend, sessions: sessions, users: copies, authSessions: authSessions)
        #expect(try await users.me().id == account.id)
        #expect(try await authSessions.load()?.credential != first.credential)

        // A thief, or a process whose store was set back, shows the spent token.
        try await authSessions.save(first)
        let thief = try #require(try await auth.restore())
        await expectFailure(.loggedOut) { try await auth.refresh(thief) }
        await expectFailure(.loggedOut) { try await users.me() }
    }
}
