import Models
import Networking
import Persistence
import Primitives
import Services
import TestSupport
import Testing

/// What every ``AuthService`` promises.
public enum AuthServiceContract {
    /// The promises; a new machine and a new backend for each.
    public static var clauses: [ContractClause<ServiceSubject>] {
        loginClauses + restoreClauses + refreshClauses + logoutClauses
    }

    private static var loginClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("a login gives the account's id and role") { subject in
                let member = try await subject.auth().login(subject.member.credentials)
                #expect(member.id == subject.member.id)
                #expect(member.role == .member)
                let admin = try await subject.auth().login(subject.admin.credentials)
                #expect(admin.id == subject.admin.id)
                #expect(admin.role == .admin)
            },
            ContractClause("a login is kept: server, person, role, tokens, and a copy of the person") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let stored = try #require(try await subject.authSessions.load())
                #expect(stored.server == subject.server)
                #expect(stored.userID == subject.admin.id)
                #expect(stored.role == .admin)
                #expect(stored.credential.token == subject.credential(of: account)?.token)
                #expect(stored.credential.refreshToken == subject.credential(of: account)?.refreshToken)
                #expect(stored.credential.expiresAt == subject.credential(of: account)?.expiresAt)
                #expect(try await subject.copies(of: subject.admin).map(\.id) == [subject.admin.id])
                #expect(try await subject.copy(of: subject.admin.id, for: subject.admin)?.email == subject.admin.email)
            },
            ContractClause("an address signs in however it is capitalised") { subject in
                let email = try EmailAddress(subject.member.email.text.uppercased())
                let credentials = try Credentials(email: email, password: subject.member.credentials.password)
                #expect(try await subject.auth().login(credentials).id == subject.member.id)
            },
            ContractClause("a wrong password and an unknown address are refused alike, and nothing is kept") {
                subject in
                let wrong = try Credentials(
                    email: subject.member.email, password: subject.admin.credentials.password)
                let unknown = try Credentials(
                    email: EmailAddress("nobody@example.com"), password: subject.member.credentials.password)
                for credentials in [wrong, unknown] {
                    await expectFailure(.wrongCredentials) { try await subject.auth().login(credentials) }
                }
                try await subject.expectNothingStored()
            },
            ContractClause("a login takes the place of an earlier one, copies included") { subject in
                let admin = try await subject.auth().login(subject.admin.credentials)
                _ = try await subject.users(admin).users(page: PageRequest(size: 10))
                _ = try await subject.auth().login(subject.member.credentials)
                #expect(try await subject.authSessions.load()?.userID == subject.member.id)
                #expect(try await subject.copies(of: subject.member).map(\.id) == [subject.member.id])
                #expect(try await subject.copies(of: subject.admin) == [])
            },
            ContractClause("a refused login leaves who was signed in") { subject in
                _ = try await subject.auth().login(subject.admin.credentials)
                let stored = try await subject.authSessions.load()
                let wrong = try Credentials(
                    email: subject.member.email, password: subject.admin.credentials.password)
                await expectFailure(.wrongCredentials) { try await subject.auth().login(wrong) }
                #expect(try await subject.authSessions.load() == stored)
                #expect(try await subject.copies(of: subject.admin).map(\.id) == [subject.admin.id])
            },
            ContractClause("a login without a connection fails with the cause, and one that is cancelled says so") {
                subject in
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.auth().login(subject.member.credentials) }
                }
                subject.trouble.cutConnection()
                let error = await expectFailure(.network) {
                    try await subject.auth().login(subject.member.credentials)
                }
                #expect(error?.failure != nil)
                try await subject.expectNothingStored()
            },
        ]
    }

    private static var restoreClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("nobody is restored on a new machine") { subject in
                let account = try await subject.auth().restore()
                #expect(account == nil)
            },
            ContractClause("a restart finds the account, whose calls are answered") { subject in
                _ = try await subject.auth().login(subject.admin.credentials)
                let account = try #require(try await subject.auth().restore())
                #expect(account.id == subject.admin.id)
                #expect(account.role == .admin)
                #expect(try await subject.users(account).me().id == subject.admin.id)
                #expect(try await subject.users(account).users(page: PageRequest(size: 2)).items.count == 2)
            },
            ContractClause("another server's sign-in is not restored, and stays where it is") { subject in
                let elsewhere = try AuthSession.fixture(server: "https://elsewhere.example")
                try await subject.authSessions.save(elsewhere)
                #expect(try await subject.auth().restore() == nil)
                #expect(try await subject.authSessions.load() == elsewhere)
            },
            ContractClause("restore asks nobody, so it works without a connection") { subject in
                _ = try await subject.auth().login(subject.member.credentials)
                subject.trouble.cutConnection()
                #expect(try await subject.auth().restore()?.id == subject.member.id)
            },
        ]
    }

    private static var refreshClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("a refresh spends the tokens and keeps the next, which a restart finds") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let before = try #require(try await subject.authSessions.load()).credential
                try await subject.auth().refresh(account)
                let after = try #require(try await subject.authSessions.load()).credential
                #expect(after.token != before.token)
                #expect(after.refreshToken != before.refreshToken)
                #expect(subject.credential(of: account)?.token == after.token)
                let restored = try #require(try await subject.auth().restore())
                #expect(try await subject.users(restored).me().id == subject.member.id)
            },
            ContractClause("twenty calls that find their token expired cost one renewal") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.trouble.expireAccessTokens()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 1...20 {
                        group.addTask {
                            let me = try await subject.users(account).me()
                            #expect(me.id == subject.member.id)
                        }
                    }
                    try await group.waitForAll()
                }
                let refreshes = subject.authSessions.calls.compactMap { call in
                    if case .replaceTokens(_, let tokens, _, _) = call { tokens } else { nil }
                }
                #expect(refreshes.count == 1)
                #expect(subject.credential(of: account)?.token == refreshes.last?.token)
            },
            ContractClause("two processes share one session: what one has renewed, the other goes on with") { subject in
                let other = subject.otherProcess()
                let account = try await subject.auth().login(subject.member.credentials)
                #expect(try await other.auth().restore() == account)
                try await subject.auth().refresh(account)
                #expect(try await other.users(account).me().id == subject.member.id)
                try await other.auth().refresh(account)
                #expect(try await subject.users(account).me().id == subject.member.id)
            },
            ContractClause("a session that the server has ended is signed out, and nothing of it is left") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.trouble.endSession(account)
                await expectFailure(.loggedOut) { try await subject.auth().refresh(account) }
                await expectFailure(.loggedOut) { try await subject.users(account).me() }
                #expect(subject.credential(of: account) == nil)
                try await subject.expectNothingStored()
            },
            ContractClause("a refresh without a connection fails with the cause, and the account stays signed in") {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.trouble.cutConnection()
                let error = await expectFailure(.network) { try await subject.auth().refresh(account) }
                #expect(error?.failure != nil)
                #expect(subject.credential(of: account) != nil)
                #expect(try await subject.auth().restore() != nil)
            },
        ]
    }
}
