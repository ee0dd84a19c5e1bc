import Models
import Services
import TestSupport
import Testing

/// The copies of users that an ``AuthService`` stores and removes.
extension AuthServiceContract {
    static var userClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("a login stores a copy of the user") { subject in
                _ = try await subject.auth().login(subject.admin.credentials)
                #expect(try await subject.copies(of: subject.admin).map(\.id) == [subject.admin.id])
                #expect(try await subject.copy(of: subject.admin.id, for: subject.admin)?.email == subject.admin.email)
            },
            ContractClause("a login leaves the stored users of an earlier account, and gets none of them") { subject in
                let admin = try await subject.auth().login(subject.admin.credentials)
                _ = try await subject.users(admin).users(page: PageRequest(size: 10))
                _ = try await subject.auth().login(subject.member.credentials)
                #expect(try await subject.copies(of: subject.member).map(\.id) == [subject.member.id])
                #expect(try await subject.copies(of: subject.admin).count > 1)
            },
            ContractClause("a rejected login leaves the stored users unchanged") { subject in
                _ = try await subject.auth().login(subject.admin.credentials)
                let wrong = try Credentials(
                    email: subject.member.email, password: subject.admin.credentials.password)
                await expectFailure(.wrongCredentials) { try await subject.auth().login(wrong) }
                #expect(try await subject.copies(of: subject.admin).map(\.id) == [subject.admin.id])
            },
            ContractClause("a restored administrator can list users") { subject in
                _ = try await subject.auth().login(subject.admin.credentials)
                let account = try #require(try await subject.auth().restore())
                #expect(try await subject.users(account).users(page: PageRequest(size: 2)).items.count == 2)
            },
            ContractClause("the end of a session on the server leaves the stored users; a logout removes them") {
                subject in
                let ended = try await subject.auth().login(subject.member.credentials)
                try await subject.trouble.endSession(ended)
                await expectFailure(.loggedOut) { try await subject.auth().refresh(ended) }
                #expect(try await subject.copies(of: subject.member).map(\.id) == [subject.member.id])
                _ = try await subject.auth().logout(try await subject.auth().login(subject.admin.credentials))
                #expect(try await subject.copies(of: subject.admin) == [])
                #expect(try await subject.auth().removeEndedAccount())
                try await subject.expectNoCopies()
            },
            ContractClause("a logout without a connection removes the stored users") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.trouble.cutConnection()
                _ = try await subject.auth().logout(account)
                try await subject.expectNoCopies()
            },
            ContractClause("a logout of an earlier account leaves the stored users of the current one") { subject in
                let admin = try await subject.auth().login(subject.admin.credentials)
                _ = try await subject.auth().login(subject.member.credentials)
                _ = try await subject.auth().logout(admin)
                #expect(try await subject.copies(of: subject.member).map(\.id) == [subject.member.id])
            },
        ]
    }
}
