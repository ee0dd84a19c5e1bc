import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing

/// The contract that every `UserService` fulfils.
public enum UserServiceContract {
    /// The clauses. Each needs a new ``AccountSubject`` with empty stores and a new backend.
    public static var clauses: [ContractClause<AccountSubject>] {
        readingClauses + listingClauses + changingClauses + deletingClauses
    }

    private static var readingClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause("me returns the account's own user") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me()
                #expect(me.id == subject.member.id)
                #expect(me.email == subject.member.email)
                #expect(me.role == .member)
                #expect(me.createdAt != nil && me.updatedAt != nil)
            },
            ContractClause("members can read only themselves", needs: "only administrators see and change other users")
            { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = subject.users(account)
                #expect(try await users.user(id: subject.member.id) == users.me())
                let error = await expectFailure(.notFound) { try await users.user(id: subject.admin.id) }
                #expect(error?.failure?.kind == .notFound)
            },
            ContractClause("administrators can read all users") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let other = try await subject.users(account).user(id: subject.member.id)
                #expect(other.email == subject.member.email)
            },
            ContractClause("a call without a connection reports the cause") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                _ = try await subject.users(account).me()
                subject.backend.cutConnection()
                let error = await expectFailure(.network) { try await subject.users(account).me() }
                #expect(error?.failure?.diagnostic.contains("me()") == true)
            },
            ContractClause("a cancelled call reports cancellation") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                await expectFailure(.cancelled) { try await inCancelledTask { try await subject.users(account).me() } }
            },
        ]
    }

    private static var listingClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause("the pages together contain each user once in a stable order") { subject in
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
            },
            ContractClause("a page beyond the last is empty") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let page = try await subject.users(account).users(page: PageRequest(number: 1_000, size: 100))
                #expect(page.items.isEmpty && page.number == 1_000 && page.total >= 10)
            },
            ContractClause("members can't list users, and no request is sent") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.backend.cutConnection()
                let error = await expectFailure(.forbidden) {
                    try await subject.users(account).users(page: PageRequest(size: 10))
                }
                #expect(error?.failure == nil)
            },
        ]
    }
}

extension UserServiceContract {
    static var changingClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause("replacing a profile replaces every field") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let profile = Profile(
                    name: try DisplayName("Rear Admiral"), email: try EmailAddress("admiral@example.com"),
                    about: "“Amazing”\n\t😀 \\ /")
                let changed = try await subject.users(account).replaceProfile(of: subject.member.id, with: profile)
                #expect(changed.profile == profile)
                #expect(try await subject.users(account).me() == changed)
                var cleared = profile
                cleared.about = nil
                let after = try await subject.users(account).replaceProfile(of: subject.member.id, with: cleared)
                #expect(after.profile == cleared)
            },
            ContractClause("a patch changes only the fields that it names") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = subject.users(account)
                let id = subject.member.id
                var expected = try await users.me().profile
                let name = try DisplayName("Amazing Grace")
                expected.name = name
                #expect(try await users.updateProfile(of: id, with: ProfilePatch(name: name)).profile == expected)
                expected.about = "Ships are safe in port."
                let about = ProfilePatch(about: .set("Ships are safe in port."))
                #expect(try await users.updateProfile(of: id, with: about).profile == expected)
                let email = try EmailAddress("grace.hopper@example.com")
                expected.email = email
                #expect(try await users.updateProfile(of: id, with: ProfilePatch(email: email)).profile == expected)
                expected.about = nil
                let after = try await users.updateProfile(of: id, with: ProfilePatch(about: .cleared))
                #expect(after.profile == expected)
            },
            ContractClause("an empty patch changes nothing, including the date of the last change") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me()
                #expect(try await subject.users(account).updateProfile(of: me.id, with: ProfilePatch()) == me)
            },
            ContractClause(
                "the email address of another user is rejected with the field's name, and nothing changes",
                needs: "an email address belongs to one user"
            ) {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me()
                let taken = try EmailAddress(subject.admin.email.text.uppercased())
                await expectFailure(.invalid(fields: ["email"])) {
                    try await subject.users(account).updateProfile(of: me.id, with: ProfilePatch(email: taken))
                }
                #expect(try await subject.users(account).me() == me)
            },
            ContractClause(
                "a text that is too long for the server is rejected with the field's name", needs: "texts have a limit"
            ) { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let patch = ProfilePatch(about: .set(String(repeating: "a", count: 1_001)))
                await expectFailure(.invalid(fields: ["description"])) {
                    try await subject.users(account).updateProfile(of: subject.member.id, with: patch)
                }
            },
            ContractClause(
                "members can't change other users, and administrators can",
                needs: "only administrators see and change other users"
            ) { subject in
                let patch = ProfilePatch(about: .set("Changed."))
                let member = try await subject.auth().login(subject.member.credentials)
                await expectFailure(.notFound) {
                    try await subject.users(member).updateProfile(of: subject.admin.id, with: patch)
                }
                let admin = try await subject.auth().login(subject.admin.credentials)
                let changed = try await subject.users(admin).updateProfile(of: subject.member.id, with: patch)
                #expect(changed.about == "Changed.")
            },
        ]
    }

    static var deletingClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause("deleting your own account removes its data here and on the server") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                try await subject.users(account).delete(id: subject.member.id)
                #expect(subject.credential(of: account) == nil)
                try await subject.expectNothingStored()
                #expect(try await subject.auth().restore() == nil)
                await expectFailure(.loggedOut) { try await subject.users(account).me() }
                await expectFailure(.wrongCredentials) { try await subject.auth().login(subject.member.credentials) }
            },
            ContractClause("an administrator can delete another user and stays logged in") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let users = subject.users(account)
                let total = try await users.users(page: PageRequest(size: 100)).total
                try await users.delete(id: subject.member.id)
                await expectFailure(.notFound) { try await users.user(id: subject.member.id) }
                #expect(try await users.users(page: PageRequest(size: 1)).total == total - 1)
                #expect(try await subject.auth().restore()?.id == subject.admin.id)
            },
            ContractClause("members can't delete other users", needs: "only administrators see and change other users")
            { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                await expectFailure(.notFound) { try await subject.users(account).delete(id: subject.admin.id) }
                #expect(try await subject.auth().login(subject.admin.credentials).id == subject.admin.id)
            },
            ContractClause("a failed deletion leaves the account logged in") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.backend.cutConnection()
                await expectFailure(.network) { try await subject.users(account).delete(id: subject.member.id) }
                #expect(subject.credential(of: account) != nil)
                #expect(try await subject.auth().restore() != nil)
            },
            ContractClause("deleting an earlier account leaves the current one logged in") { subject in
                let member = try await subject.auth().login(subject.member.credentials)
                _ = try await subject.auth().login(subject.admin.credentials)
                try await subject.users(member).delete(id: subject.member.id)
                #expect(try await subject.authSessions.load()?.userID == subject.admin.id)
            },
        ]
    }
}

extension User {
    var profile: Profile { Profile(name: name, email: email, about: about) }
}
