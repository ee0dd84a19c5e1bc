import ContractSuites
import Foundation
import Models
import Networking
import Persistence
import RemoteServices
import Services
import Synchronization
import TestSupport
import Testing

/// All steps from the first login to the deleted account, on both backends.
@Suite(.failsOnUnexpectedCalls)
struct LiveJourneyTests {
    @Test(
        "a user's journey succeeds on the real backend", .enabled(if: TestServer.isAvailable, TestServer.absence))
    func live() async throws {
        try await LiveServices.withBackend { backend in try await visit(AccountSubject(on: backend)) }
    }

    @Test("a user's journey succeeds on FakeBackend")
    func fake() async throws {
        try await visit(AccountSubject(on: .fake()))
    }

    private func visit(_ subject: AccountSubject) async throws {
        let member = try await subject.auth().login(subject.member.credentials)
        let grace = try await subject.users(member).me()
        let patch = ProfilePatch(about: .set("Wrote the first compiler."))
        let updated = try await subject.users(member).updateProfile(of: grace.id, with: patch)
        #expect(updated.about == "Wrote the first compiler.")
        let receipt = try await withTemporaryFolder { folder in
            let file = try PictureFile.write(PictureFile.bytes(of: .png), named: "me.png", in: folder)
            return try await subject.uploads(member).uploadAvatar(file, of: grace.id) { _ in }
        }

        let admin = try await subject.auth().login(subject.admin.credentials)
        let page = try await subject.users(admin).users(page: PageRequest(size: 100))
        let listed = try #require(page.items.first { $0.id == grace.id })
        #expect(listed.about == "Wrote the first compiler.")
        #expect(listed.avatarURL == receipt.avatarURL)

        // Grace is still logged in on the server, although another login has replaced hers on this machine.
        try await subject.users(member).delete(id: grace.id)
        await expectFailure(.notFound) { try await subject.users(admin).user(id: grace.id) }
        _ = try await subject.auth().logout(admin)
        #expect(try await subject.authSessions.load() == nil)
    }
}
