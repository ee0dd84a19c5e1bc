import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing

/// The contract that every `UserService` fulfils.
public enum UserServiceContract {
    /// The clauses. Each needs a new ``ServiceSubject`` with empty stores and a new backend.
    public static var clauses: [ContractClause<ServiceSubject>] {
        readingClauses + listingClauses + changingClauses + deletingClauses
    }

    private static var readingClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("me returns the account's own user and stores a copy") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.copies.remove(id: account.id, of: subject.accountID(of: account))
                let me = try await subject.users(account).me()
                #expect(me.id == subject.member.id)
                #expect(me.email == subject.member.email)
                #expect(me.role == .member)
                #expect(me.createdAt != nil && me.updatedAt != nil)
                #expect(try await subject.copies(of: subject.member) == [me])
            },
            ContractClause("members can read only themselves") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = subject.users(account)
                #expect(try await users.user(id: subject.member.id) == users.me())
                let error = await expectFailure(.notFound) { try await users.user(id: subject.admin.id) }
                #expect(error?.failure?.kind == .notFound)
            },
            ContractClause("administrators can read all users, and copies are stored") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let other = try await subject.users(account).user(id: subject.member.id)
                #expect(other.email == subject.member.email)
                #expect(try await subject.copy(of: subject.member.id, for: subject.admin) == other)
            },
            ContractClause("the stored copy of a user that the server no longer shows is removed") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let gone = try User.fixture(id: "u-gone")
                let users = subject.users(account)
                let profile = Profile(name: gone.name, email: gone.email, about: nil)
                let calls: [@Sendable () async throws -> Void] = [
                    { _ = try await users.user(id: gone.id) },
                    { _ = try await users.replaceProfile(of: gone.id, with: profile) },
                    { _ = try await users.updateProfile(of: gone.id, with: ProfilePatch(name: gone.name)) },
                    { try await users.delete(id: gone.id) },
                ]
                for call in calls {
                    try await subject.copies.save([gone], of: subject.accountID(of: account))
                    await expectFailure(.notFound, call)
                    #expect(try await subject.copy(of: gone.id, for: subject.admin) == nil)
                }
            },
            ContractClause("a call without a connection reports the cause, and stored copies stay") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me()
                subject.trouble.cutConnection()
                let error = await expectFailure(.network) { try await subject.users(account).me() }
                #expect(error?.failure?.diagnostic.contains("me()") == true)
                #expect(try await subject.copies(of: subject.member) == [me])
            },
            ContractClause("a cancelled call reports cancellation") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                await expectFailure(.cancelled) { try await inCancelledTask { try await subject.users(account).me() } }
            },
        ]
    }

    private static var listingClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("the pages together contain each user once in a stable order, and copies are stored") {
                subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let users = subject.users(account)
                let whole = try await users.users(page: PageRequest(size: 100))
                #expect(whole.total >= 10 && whole.items.count == whole.total)
                var listed: [User] = []
                for number in 1...(whole.total + 2) / 3 {
                    let page = try await users.users(page: PageRequest(number: number, size: 3))
                    #expect(page.number == number && page.size == 3 && page.total == whole.total)
                    listed += page.items
                }
                #expect(listed == whole.items)
                #expect(Set(listed.map(\.id)).count == whole.total)
                #expect(try await subject.copies(of: subject.admin).count == whole.total)
            },
            ContractClause("a page beyond the last is empty") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let page = try await subject.users(account).users(page: PageRequest(number: 1_000, size: 100))
                #expect(page.items.isEmpty && page.number == 1_000 && page.total >= 10)
            },
            ContractClause("members can't list users, and no request is sent") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.trouble.cutConnection()
                let error = await expectFailure(.forbidden) {
                    try await subject.users(account).users(page: PageRequest(size: 10))
                }
                #expect(error?.failure == nil)
            },
        ]
    }
}
