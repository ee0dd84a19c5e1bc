public import EngineContracts
import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing

/// The contract that every `UserService` fulfills.
public enum UserServiceContract {
    /// The clauses. Each needs a new ``AccountSubject`` with empty stores and a new backend.
    public static var clauses: [ContractClause<AccountSubject>] {
        readingClauses + listingClauses + changingClauses + deletingClauses
    }

    private static var readingClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause("me returns the account's own user") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me().value
                #expect(me.id == subject.member.id)
                #expect(me.email == subject.member.email)
                #expect(me.role == .member)
                #expect(me.createdAt != nil && me.updatedAt != nil)
            },
            ContractClause("administrators can read all users") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let other = try await subject.users(account).user(id: subject.member.id).value
                #expect(other.email == subject.member.email)
            },
            ContractClause("without a connection, a user is the stored one with the cause, and an unknown one an error")
            { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = try await subject.users(account)
                let me = try await users.me()
                #expect(me.source == .server && me.pending.isEmpty)
                subject.backend.cutConnection()
                let stored = try await users.me()
                #expect(stored.value == me.value && stored.source == .stored)
                #expect(stored.refreshError?.kind == .unreachable)
                #expect(try await users.user(id: me.value.id, .storedOnly).value == me.value)
                let error = await expectFailure(.network) { try await users.user(id: subject.admin.id) }
                #expect(error?.failure?.diagnostic.contains("user(_:)") == true)
            },
            ContractClause("the observed own user is the stored one at once, then the server's, then each change") {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = try await subject.users(account)
                _ = try await users.me()
                var snapshots = users.observeMe().makeAsyncIterator()
                var latest = try #require(try await snapshots.next()?.get())
                #expect(latest.source == .stored && latest.value.id == account.id)
                while latest.source == .stored { latest = try #require(try await snapshots.next()?.get()) }
                subject.backend.cutConnection()
                let patch = ProfilePatch(name: try DisplayName("Changed offline"))
                _ = try await users.updateProfile(of: account.id, with: patch)
                while latest.pending.isEmpty { latest = try #require(try await snapshots.next()?.get()) }
                #expect(latest.value.name == patch.name)
            },
            ContractClause("a cancelled call reports cancellation") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = try await subject.users(account)
                await expectFailure(.cancelled) { try await inCancelledTask { try await users.me() } }
            },
        ]
    }

    private static var listingClauses: [ContractClause<AccountSubject>] {
        [
            ContractClause("the pages together contain each user once in a stable order") { subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let users = try await subject.users(account)
                #expect(try await users.users(page: PageRequest(size: 1)).total >= 10)
                try await expectPages(of: 3) { try await users.users(page: $0) }
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
                #expect(changed.value?.profile == profile && changed.pending == nil)
                #expect(try await subject.users(account).me().value == changed.value)
                var cleared = profile
                cleared.about = nil
                let after = try await subject.users(account).replaceProfile(of: subject.member.id, with: cleared)
                #expect(after.value?.profile == cleared)
            },
            ContractClause("a patch changes only the fields that it names") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = try await subject.users(account)
                let id = subject.member.id
                var expected = try await users.me().value.profile
                let name = try DisplayName("Amazing Grace")
                expected.name = name
                #expect(
                    try await users.updateProfile(of: id, with: ProfilePatch(name: name)).value?.profile == expected)
                expected.about = "Ships are safe in port."
                let about = ProfilePatch(about: .set("Ships are safe in port."))
                #expect(try await users.updateProfile(of: id, with: about).value?.profile == expected)
                let email = try EmailAddress("grace.hopper@example.com")
                expected.email = email
                #expect(
                    try await users.updateProfile(of: id, with: ProfilePatch(email: email)).value?.profile == expected)
                expected.about = nil
                let after = try await users.updateProfile(of: id, with: ProfilePatch(about: .cleared))
                #expect(after.value?.profile == expected)
            },
            ContractClause("an empty patch changes nothing, including the date of the last change") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me().value
                #expect(try await subject.users(account).updateProfile(of: me.id, with: ProfilePatch()).value == me)
            },
            ContractClause(
                "the email address of another user is rejected with the field's name, and nothing changes",
                needs: "an email address belongs to one user"
            ) { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me().value
                let taken = try EmailAddress(subject.admin.email.text.uppercased())
                await expectFailure(.invalid(fields: ["email"])) {
                    try await subject.users(account).updateProfile(of: me.id, with: ProfilePatch(email: taken))
                }
                #expect(try await subject.users(account).me().value == me)
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
            ContractClause("changes without a connection are shown at once as pending, and sent as one") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = try await subject.users(account)
                var expected = try await users.me().value.profile
                expected.name = try DisplayName("Amazing Grace")
                expected.about = "Offline."
                subject.backend.cutConnection()
                let first = try await users.updateProfile(of: account.id, with: ProfilePatch(name: expected.name))
                #expect(first.value?.name == expected.name && first.reason?.kind == .unreachable)
                _ = try await users.updateProfile(of: account.id, with: ProfilePatch(about: .set("Offline.")))
                let offline = try await users.me()
                #expect(offline.value.profile == expected && offline.pending.map(\.id) == [first.pending?.id])
                subject.backend.restoreConnection()
                let report = try await subject.outbox(account).send(now: true)
                #expect(report.sent == 1 && report.left.isEmpty)
                let online = try await users.me()
                #expect(online.value.profile == expected && online.pending.isEmpty && online.source == .server)
                #expect(try await users.me(.storedOnly).value == online.value)
            },
            ContractClause("a field that was changed here and elsewhere is left to a person; other fields are merged") {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let users = try await subject.users(account)
                let outbox = try await subject.outbox(account)
                _ = try await users.me()
                subject.backend.cutConnection()
                let patch = ProfilePatch(name: try DisplayName("Mine"))
                #expect(try await users.updateProfile(of: account.id, with: patch).pending != nil)
                subject.backend.restoreConnection()
                let elsewhere = try await subject.elsewhere()
                let same = try await elsewhere.auth.login(subject.member.credentials)
                let theirs = ProfilePatch(name: try DisplayName("Theirs"), about: .set("Theirs too."))
                _ = try await elsewhere.users(same).updateProfile(of: same.id, with: theirs)
                let left = try #require(try await outbox.send(now: true).left.first)
                guard case .parked(let reason) = left.state else {
                    Issue.record("got \(left)")
                    return
                }
                #expect(reason.contains("Theirs") && !reason.contains("about"))
                #expect(try await users.me().value.name.text == "Mine")
                try await outbox.retry(id: left.id)
                #expect(try await outbox.send(now: true).sent == 1)
                let merged = try await elsewhere.users(same).me().value
                #expect(merged.name.text == "Mine" && merged.about == "Theirs too.")
            },
            ContractClause(
                "members can read, change and delete only themselves, and administrators can change others",
                needs: "only administrators see and change other users"
            ) { subject in
                let patch = ProfilePatch(about: .set("Changed."))
                let users = try await subject.users(subject.auth().login(subject.member.credentials))
                #expect(try await users.user(id: subject.member.id).value == users.me().value)
                let error = await expectFailure(.notFound) { try await users.user(id: subject.admin.id) }
                #expect(error?.failure?.kind == .notFound)
                await expectFailure(.notFound) { try await users.updateProfile(of: subject.admin.id, with: patch) }
                await expectFailure(.notFound) { try await users.delete(id: subject.admin.id) }
                let admin = try await subject.auth().login(subject.admin.credentials)
                #expect(admin.id == subject.admin.id)
                let changed = try await subject.users(admin).updateProfile(of: subject.member.id, with: patch)
                #expect(changed.value?.about == "Changed.")
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
                let users = try await subject.users(account)
                let total = try await users.users(page: PageRequest(size: 100)).total
                try await users.delete(id: subject.member.id)
                await expectFailure(.notFound) { try await users.user(id: subject.member.id) }
                #expect(try await users.users(page: PageRequest(size: 1)).total == total - 1)
                #expect(try await subject.auth().restore()?.id == subject.admin.id)
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
