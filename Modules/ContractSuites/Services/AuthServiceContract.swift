public import EngineContracts
import Models
import Networking
import Persistence
import Primitives
import Services
import TestSupport
import Testing

/// The contract that every `AuthService` fulfills.
public enum AuthServiceContract {
    /// The clauses. Each needs a new ``AccountSubject`` with empty stores and a new backend.
    public static var clauses: [ContractClause<AccountSubject>] {
        [
            loginClauses,
            restoreClauses,
            refreshClauses,
            logoutClauses,
        ].flatMap { $0 }
    }

    private static var loginClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause(
                "a login returns the account's id and role, stores them with its tokens, and replaces an earlier login"
            ) { subject in
                for (person, role) in [(subject.member, Role.member), (subject.admin, .admin)] {
                    let account = try await subject.auth().login(person.credentials)
                    #expect(account.id == person.id && account.role == role)
                    let stored = try #require(try await subject.authSessions.load())
                    #expect(stored.account == AccountID(server: subject.server, userID: person.id))
                    #expect(stored.role == role && stored.credential == subject.credential(of: account))
                }
            },
            ContractClause("a second login of the same account stores new tokens and signs calls with them") {
                subject in
                let credentials = subject.member.credentials
                let first = subject.credential(of: try await subject.auth().login(credentials))
                let account = try await subject.auth().login(credentials)
                let stored = try #require(try await subject.authSessions.load()).credential
                #expect(stored.token != first?.token)
                #expect(subject.credential(of: account) == stored)
                #expect(try await subject.ownID(account) == subject.member.id)
            },
            ContractClause("the case of the email address does not matter for a login") { subject in
                let email = try EmailAddress(subject.member.email.text.uppercased())
                let credentials = try Credentials(email: email, password: subject.member.credentials.password)
                #expect(try await subject.auth().login(credentials).id == subject.member.id)
            },
            ContractClause("a wrong password and an unknown address fail in the same way, and nothing is stored") {
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
            ContractClause("a rejected login leaves the current one unchanged") { subject in
                _ = try await subject.auth().login(subject.admin.credentials)
                let stored = try await subject.authSessions.load()
                let wrong = try Credentials(
                    email: subject.member.email, password: subject.admin.credentials.password)
                await expectFailure(.wrongCredentials) { try await subject.auth().login(wrong) }
                #expect(try await subject.authSessions.load() == stored)
            },
            ContractClause("a login without a connection reports the cause, and a cancelled one reports cancellation") {
                subject in
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.auth().login(subject.member.credentials) }
                }
                subject.backend.cutConnection()
                let error = await expectFailure(.network) {
                    try await subject.auth().login(subject.member.credentials)
                }
                #expect(error?.failure != nil)
                try await subject.expectNothingStored()
            },
        ]
    }

    private static var restoreClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause("after a restart the account of the last login is restored, and its calls succeed") {
                subject in
                #expect(try await subject.auth().restore() == nil)
                _ = try await subject.auth().login(subject.admin.credentials)
                let account = try #require(try await subject.auth().restore())
                #expect(account.id == subject.admin.id && account.role == .admin)
                #expect(try await subject.ownID(account) == subject.admin.id)
                #expect(try await subject.users(account).users(page: PageRequest(size: 2)).items.count == 2)
            },
            ContractClause("the auth session of another server is not restored and stays stored") { subject in
                let elsewhere = try AuthSession.fixture(server: "https://elsewhere.example")
                try await subject.authSessions.save(elsewhere)
                #expect(try await subject.auth().restore() == nil)
                #expect(try await subject.authSessions.load() == elsewhere)
            },
            ContractClause("restore sends no request, so it works without a connection") { subject in
                _ = try await subject.auth().login(subject.member.credentials)
                subject.backend.cutConnection()
                #expect(try await subject.auth().restore()?.id == subject.member.id)
            },
        ]
    }

    private static var refreshClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause("a refresh replaces the stored tokens, and a restart uses the new ones") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let before = try #require(try await subject.authSessions.load()).credential
                try await subject.auth().refresh(account)
                let after = try #require(try await subject.authSessions.load()).credential
                #expect(after.token != before.token)
                #expect(after.refreshToken != before.refreshToken)
                #expect(subject.credential(of: account)?.token == after.token)
                let restored = try #require(try await subject.auth().restore())
                #expect(try await subject.ownID(restored) == subject.member.id)
            },
            ContractClause("twenty concurrent calls with an expired token cause one refresh") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.backend.expireAccessTokens()
                let ids = try await concurrently(1...20) { _ in try await subject.ownID(account) }
                #expect(Set(ids) == [subject.member.id])
                let refreshes = subject.authSessions.calls.compactMap { call in
                    if case .replaceTokens(_, let tokens, _, _) = call { tokens } else { nil }
                }
                #expect(refreshes.count == 1)
                #expect(subject.credential(of: account)?.token == refreshes.last?.token)
            },
            ContractClause("two processes share one session: one uses the tokens that the other has refreshed") {
                subject in
                let other = try await subject.otherProcess()
                let account = try await subject.auth().login(subject.member.credentials)
                #expect(try await other.auth.restore() == account)
                try await subject.auth().refresh(account)
                #expect(try await other.ownID(account) == subject.member.id)
                try await other.auth.refresh(account)
                #expect(try await subject.ownID(account) == subject.member.id)
            },
            ContractClause("a session that the server has ended is logged out, and its tokens are removed") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.endSession(account)
                await expectFailure(.loggedOut) { try await subject.auth().refresh(account) }
                await expectFailure(.loggedOut) { try await subject.ownID(account) }
                #expect(subject.credential(of: account) == nil)
                #expect(try await subject.authSessions.load() == nil)
            },
            ContractClause("a refresh without a connection reports the cause, and the account stays logged in") {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.backend.cutConnection()
                let error = await expectFailure(.network) { try await subject.auth().refresh(account) }
                #expect(error?.failure != nil)
                #expect(subject.credential(of: account) != nil)
                #expect(try await subject.auth().restore() != nil)
            },
        ]
    }
}
