import EngineContracts
import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing

extension AuthServiceContract {
    static var logoutClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause(
                "a logout ends the session here and on the server, removes all local data, and may be repeated"
            ) { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let other = try await subject.otherProcess()
                #expect(try await other.auth.restore() == account)
                expectEverywhere(try await subject.auth().logout(account))
                #expect(subject.credential(of: account) == nil)
                try await subject.expectNothingStored()
                #expect(try await subject.auth().restore() == nil)
                await expectFailure(.loggedOut) { try await subject.ownID(account) }
                await expectFailure(.loggedOut) { try await subject.auth().refresh(account) }
                expectEverywhere(try await subject.auth().logout(account))
                // The other process has not noticed the logout, but the server rejects its tokens.
                await expectFailure(.loggedOut) { try await other.ownID(account) }
            },
            ContractClause("a logout without a connection removes all local data and ends only the local session") {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.backend.cutConnection()
                let outcome = try await subject.auth().logout(account)
                guard case .onThisMachine(let reason) = outcome else {
                    Issue.record("expected a logout on this device only, got \(outcome)")
                    return
                }
                #expect(ServiceErrorKind(reason) == .network)
                #expect(subject.credential(of: account) == nil)
                try await subject.expectNothingStored()
            },
            ContractClause("a logout from a session that the server has ended counts as complete") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.endSession(account)
                expectEverywhere(try await subject.auth().logout(account))
                try await subject.expectNothingStored()
            },
            ContractClause("a logout with an expired token ends the session on the server too") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let other = try await subject.otherProcess()
                #expect(try await other.auth.restore() == account)
                try await subject.backend.expireAccessTokens()
                expectEverywhere(try await subject.auth().logout(account))
                await expectFailure(.loggedOut) { try await other.ownID(account) }
            },
            ContractClause("a logout of an earlier account leaves the current one logged in") { subject in
                let admin = try await subject.auth().login(subject.admin.credentials)
                let member = try await subject.auth().login(subject.member.credentials)
                expectEverywhere(try await subject.auth().logout(admin))
                #expect(try await subject.authSessions.load()?.userID == subject.member.id)
                #expect(try await subject.ownID(member) == subject.member.id)
            },
            ContractClause("the data of an account whose session the server has ended stays until it is removed") {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                #expect(try await subject.auth().removeEndedAccount(account.id) == false)
                #expect(try await subject.ownID(account) == account.id)
                try await subject.endSession(account)
                await expectFailure(.loggedOut) { try await subject.ownID(account) }
                #expect(try await subject.authSessions.load() == nil)
                #expect(try await subject.authSessions.endedAccount(at: subject.server)?.userID == account.id)
                #expect(try await subject.auth().removeEndedAccount(account.id))
                try await subject.expectNothingStored()
            },
            ContractClause("a login in place of another keeps the other account's data until it is removed") {
                subject in
                let admin = try await subject.auth().login(subject.admin.credentials)
                let member = try await subject.auth().login(subject.member.credentials)
                #expect(try await subject.authSessions.endedAccount(at: subject.server)?.userID == admin.id)
                #expect(try await subject.auth().removeEndedAccount(admin.id))
                #expect(try await subject.auth().removeEndedAccount(admin.id) == false)
                #expect(try await subject.ownID(member) == subject.member.id)
            },
            ContractClause("a cancelled logout changes nothing") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.auth().logout(account) }
                }
                #expect(try await subject.auth().restore() != nil)
                #expect(try await subject.ownID(account) == subject.member.id)
            },
        ]
    }
}

private func expectEverywhere(_ outcome: Logout, sourceLocation: SourceLocation = #_sourceLocation) {
    if case .everywhere = outcome { return }
    Issue.record("expected a logout everywhere, got \(outcome)", sourceLocation: sourceLocation)
}
