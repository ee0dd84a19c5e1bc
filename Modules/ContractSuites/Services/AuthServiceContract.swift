import Models
import Networking
import Persistence
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
            ContractClause("a login gives the person's id and role, and an admin's handle to an administrator only") {
                subject in
                let member = try await subject.auth().login(subject.member.credentials)
                #expect(member.userID == subject.member.id)
                #expect(member.role == .member)
                #expect(member.admin == nil)
                let admin = try await subject.auth().login(subject.admin.credentials)
                #expect(admin.userID == subject.admin.id)
                #expect(admin.role == .admin)
                #expect(admin.admin?.authority === admin.member.authority)
            },
            ContractClause("a login is kept: server, person, role, tokens, and a copy of the person") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let kept = try #require(try await subject.signIns.load())
                #expect(kept.server == subject.server)
                #expect(kept.userID == subject.admin.id)
                #expect(kept.role == .admin)
                #expect(kept.tokens.access == account.member.authority.credential?.token)
                #expect(kept.tokens.refresh == account.member.authority.credential?.refreshToken)
                #expect(kept.tokens.accessExpiresAt == account.member.authority.credential?.expiresAt)
                #expect(try await subject.copies(of: subject.admin).map(\.id) == [subject.admin.id])
                #expect(try await subject.copy(of: subject.admin.id, for: subject.admin)?.email == subject.admin.email)
            },
            ContractClause("an address signs in however it is capitalised") { subject in
                let email = try EmailAddress(subject.member.email.text.uppercased())
                let credentials = try Credentials(email: email, password: subject.member.credentials.password)
                #expect(try await subject.auth().login(credentials).userID == subject.member.id)
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
                try await subject.expectNothingKept()
            },
            ContractClause("a login takes the place of an earlier one, copies included") { subject in
                let admin = try await subject.auth().login(subject.admin.credentials)
                _ = try await subject.users(admin).users(page: PageRequest(size: 10))
                _ = try await subject.auth().login(subject.member.credentials)
                #expect(try await subject.signIns.load()?.userID == subject.member.id)
                #expect(try await subject.copies(of: subject.member).map(\.id) == [subject.member.id])
                #expect(try await subject.copies(of: subject.admin) == [])
            },
            ContractClause("a refused login leaves who was signed in") { subject in
                _ = try await subject.auth().login(subject.admin.credentials)
                let kept = try await subject.signIns.load()
                let wrong = try Credentials(
                    email: subject.member.email, password: subject.admin.credentials.password)
                await expectFailure(.wrongCredentials) { try await subject.auth().login(wrong) }
                #expect(try await subject.signIns.load() == kept)
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
                #expect(error?.evidence != nil)
                try await subject.expectNothingKept()
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
                #expect(account.userID == subject.admin.id)
                #expect(account.role == .admin)
                #expect(try await subject.users(account).me().id == subject.admin.id)
                #expect(try await subject.users(account).users(page: PageRequest(size: 2)).items.count == 2)
            },
            ContractClause("another server's sign-in is not restored, and stays where it is") { subject in
                let elsewhere = try SignIn.fixture(server: "https://elsewhere.example")
                try await subject.signIns.save(elsewhere)
                #expect(try await subject.auth().restore() == nil)
                #expect(try await subject.signIns.load() == elsewhere)
            },
            ContractClause("restore asks nobody, so it works without a connection") { subject in
                _ = try await subject.auth().login(subject.member.credentials)
                subject.trouble.cutConnection()
                #expect(try await subject.auth().restore()?.userID == subject.member.id)
            },
        ]
    }

    private static var refreshClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("a refresh spends the tokens and keeps the next, which a restart finds") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let before = try #require(try await subject.signIns.load()).tokens
                try await subject.auth().refresh(account)
                let after = try #require(try await subject.signIns.load()).tokens
                #expect(after.access != before.access)
                #expect(after.refresh != before.refresh)
                #expect(account.member.authority.credential?.token == after.access)
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
                let renewals = subject.signIns.calls.compactMap { call in
                    if case .replaceTokens(_, let tokens, _, _) = call { tokens } else { nil }
                }
                #expect(renewals.count == 1)
                #expect(account.member.authority.credential?.token == renewals.last?.access)
            },
            ContractClause("two processes share one session: what one has renewed, the other goes on with") { subject in
                let first = try await subject.auth().login(subject.member.credentials)
                let second = try #require(try await subject.auth().restore())
                try await subject.auth().refresh(first)
                #expect(try await subject.users(second).me().id == subject.member.id)
                try await subject.auth().refresh(second)
                #expect(try await subject.users(first).me().id == subject.member.id)
            },
            ContractClause("a session that the server has ended is signed out, and nothing of it is left") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.trouble.endSession(account)
                await expectFailure(.signedOut) { try await subject.auth().refresh(account) }
                await expectFailure(.signedOut) { try await subject.users(account).me() }
                #expect(account.member.authority.credential == nil)
                try await subject.expectNothingKept()
            },
            ContractClause("a refresh without a connection fails with the cause, and the account stays signed in") {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.trouble.cutConnection()
                let error = await expectFailure(.network) { try await subject.auth().refresh(account) }
                #expect(error?.evidence != nil)
                #expect(account.member.authority.credential != nil)
                #expect(try await subject.auth().restore() != nil)
            },
        ]
    }
}
