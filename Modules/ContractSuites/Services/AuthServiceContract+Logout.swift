import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing

extension AuthServiceContract {
    static var logoutClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("a sign-out ends the session here and on the server, and nothing is left") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let other = subject.otherProcess()
                #expect(try await other.auth().restore() == account)
                expectEverywhere(try await subject.auth().logout(account))
                #expect(subject.credential(of: account) == nil)
                try await subject.expectNothingStored()
                #expect(try await subject.auth().restore() == nil)
                await expectFailure(.loggedOut) { try await subject.users(account).me() }
                await expectFailure(.loggedOut) { try await subject.auth().refresh(account) }
                // The other process has not heard of it, but the server has.
                await expectFailure(.loggedOut) { try await other.users(account).me() }
            },
            ContractClause("without a connection the sign-out is on this machine, where nothing is left") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.trouble.cutConnection()
                let outcome = try await subject.auth().logout(account)
                guard case .onThisMachine(let reason) = outcome else {
                    Issue.record("expected a sign-out on this machine only, got \(outcome)")
                    return
                }
                #expect(ServiceErrorKind(reason) == .network)
                #expect(subject.credential(of: account) == nil)
                try await subject.expectNothingStored()
            },
            ContractClause("a sign-out from a session that the server no longer knows is one everywhere") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.trouble.endSession(account)
                expectEverywhere(try await subject.auth().logout(account))
                try await subject.expectNothingStored()
            },
            ContractClause("a sign-out with an expired token ends the session on the server too") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let other = subject.otherProcess()
                #expect(try await other.auth().restore() == account)
                try await subject.trouble.expireAccessTokens()
                expectEverywhere(try await subject.auth().logout(account))
                await expectFailure(.loggedOut) { try await other.users(account).me() }
            },
            ContractClause("signing out twice is no error") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                expectEverywhere(try await subject.auth().logout(account))
                expectEverywhere(try await subject.auth().logout(account))
            },
            ContractClause("a sign-out of somebody whose place is taken leaves who took it") { subject in
                let admin = try await subject.auth().login(subject.admin.credentials)
                let member = try await subject.auth().login(subject.member.credentials)
                expectEverywhere(try await subject.auth().logout(admin))
                #expect(try await subject.authSessions.load()?.userID == subject.member.id)
                #expect(try await subject.copies(of: subject.member).map(\.id) == [subject.member.id])
                #expect(try await subject.users(member).me().id == subject.member.id)
            },
            ContractClause("a sign-out that is cancelled changes nothing") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await subject.auth().logout(account) }
                }
                #expect(try await subject.auth().restore() != nil)
                #expect(try await subject.users(account).me().id == subject.member.id)
            },
        ]
    }
}

private func expectEverywhere(_ outcome: Logout, sourceLocation: SourceLocation = #_sourceLocation) {
    if case .everywhere = outcome { return }
    Issue.record("expected a sign-out everywhere, got \(outcome)", sourceLocation: sourceLocation)
}

extension ServiceSubject {
    func expectNothingStored(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await authSessions.load() == nil, sourceLocation: sourceLocation)
        for account in [admin, member] {
            #expect(try await copies(of: account) == [], sourceLocation: sourceLocation)
        }
    }
}
