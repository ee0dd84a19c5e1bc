import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing

extension UserServiceContract {
    static var changingClauses: [ContractClause<ServiceSubject>] {
        [
            ContractClause("replacing a profile replaces every field, and the stored copy") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let profile = Profile(
                    name: try DisplayName("Rear Admiral"), email: try EmailAddress("admiral@example.com"),
                    about: "“Amazing”\n\t😀 \\ /")
                let changed = try await subject.users(account).replaceProfile(of: subject.member.id, with: profile)
                #expect(changed.profile == profile)
                #expect(try await subject.copy(of: subject.member.id, for: subject.member) == changed)
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
                #expect(try await subject.copy(of: id, for: subject.member) == after)
            },
            ContractClause("an empty patch changes nothing, including the date of the last change") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me()
                #expect(try await subject.users(account).updateProfile(of: me.id, with: ProfilePatch()) == me)
            },
            ContractClause("the email address of another user is rejected with the field's name, and nothing changes") {
                subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let me = try await subject.users(account).me()
                let taken = try EmailAddress(subject.admin.email.text.uppercased())
                await expectFailure(.invalid(fields: ["email"])) {
                    try await subject.users(account).updateProfile(of: me.id, with: ProfilePatch(email: taken))
                }
                #expect(try await subject.users(account).me() == me)
                #expect(try await subject.copy(of: me.id, for: subject.member) == me)
            },
            ContractClause("a text that is too long for the server is rejected with the field's name") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                let patch = ProfilePatch(about: .set(String(repeating: "a", count: 1_001)))
                await expectFailure(.invalid(fields: ["description"])) {
                    try await subject.users(account).updateProfile(of: subject.member.id, with: patch)
                }
            },
            ContractClause("members can't change other users, and administrators can") { subject in
                let patch = ProfilePatch(about: .set("Changed."))
                let member = try await subject.auth().login(subject.member.credentials)
                await expectFailure(.notFound) {
                    try await subject.users(member).updateProfile(of: subject.admin.id, with: patch)
                }
                let admin = try await subject.auth().login(subject.admin.credentials)
                let changed = try await subject.users(admin).updateProfile(of: subject.member.id, with: patch)
                #expect(changed.about == "Changed.")
                #expect(try await subject.copy(of: subject.member.id, for: subject.admin) == changed)
            },
        ]
    }

    static var deletingClauses: [ContractClause<ServiceSubject>] {
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
            ContractClause(
                "an administrator can delete another user, whose stored copy is removed, and stays logged in"
            ) {
                subject in
                let account = try await subject.auth().login(subject.admin.credentials)
                let users = subject.users(account)
                let total = try await users.users(page: PageRequest(size: 100)).total
                try await users.delete(id: subject.member.id)
                #expect(try await subject.copy(of: subject.member.id, for: subject.admin) == nil)
                await expectFailure(.notFound) { try await users.user(id: subject.member.id) }
                #expect(try await users.users(page: PageRequest(size: 1)).total == total - 1)
                #expect(try await subject.auth().restore()?.id == subject.admin.id)
            },
            ContractClause("members can't delete other users") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                await expectFailure(.notFound) { try await subject.users(account).delete(id: subject.admin.id) }
                #expect(try await subject.auth().login(subject.admin.credentials).id == subject.admin.id)
            },
            ContractClause("a failed deletion leaves the account logged in") { subject in
                let account = try await subject.auth().login(subject.member.credentials)
                subject.trouble.cutConnection()
                await expectFailure(.network) { try await subject.users(account).delete(id: subject.member.id) }
                #expect(subject.credential(of: account) != nil)
                #expect(try await subject.auth().restore() != nil)
            },
            ContractClause("deleting an earlier account leaves the current one logged in") { subject in
                let member = try await subject.auth().login(subject.member.credentials)
                _ = try await subject.auth().login(subject.admin.credentials)
                try await subject.users(member).delete(id: subject.member.id)
                #expect(try await subject.authSessions.load()?.userID == subject.admin.id)
                #expect(try await subject.copies(of: subject.admin).map(\.id) == [subject.admin.id])
            },
        ]
    }
}

extension User {
    var profile: Profile { Profile(name: name, email: email, about: about) }
}
