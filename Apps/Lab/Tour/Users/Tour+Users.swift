import CommandLine
import Composition
import Foundation
import Models
import Networking
import Primitives
import Services

extension Tour {
    func users(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let users = visit.services.users
        try await profile(users, &narrator)
        try await list(users, &narrator)
        try await update(users, visit.account, &narrator)
    }

    private func profile(_ users: any UserService, _ narrator: inout TourNarrator) async throws {
        try await narrator.step("Fetch the profile", with: [users]) {
            let me = try await users.me().value
            return ["\(me.name) <\(me.email)>, \(me.about ?? "no description yet")"]
        }
    }

    private func list(_ users: any UserService, _ narrator: inout TourNarrator) async throws {
        try await narrator.step(
            "List all users (with a member's session, this would not compile)", with: [users]
        ) {
            let page = try await users.users(page: PageRequest(size: 5))
            let table = Table(
                header: ["ID", "NAME", "ROLE"], rows: page.items.map { [$0.id.text, $0.name.text, "\($0.role)"] })
            return table.lines(terminal, indentation: TourNarrator.indentation) + [
                "page \(page.number) of \(page.pageCount), \(page.total) users"
            ]
        }
    }

    private func update(
        _ users: any UserService, _ account: Account, _ narrator: inout TourNarrator
    ) async throws {
        try await narrator.step("Change one field (PATCH) and read it back", with: [users]) {
            let text = "Wrote the first program, for a machine that was never built."
            _ = try await users.updateProfile(of: account.id, with: ProfilePatch(about: .set(text)))
            let me = try await users.me().value
            try expect(me.about == text, "the profile does not contain the change")
            return ["about: \(text)"]
        }
    }
}

extension Tour {
    func avatar(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let uploads = visit.services.uploads
        try await narrator.step("Upload a picture, streamed from disk", with: [uploads]) {
            guard let picture = Bundle.module.url(forResource: "avatar", withExtension: "png") else {
                throw Failure(
                    "Could not find the tour's picture (avatar.png) beside the binary. Build it again with `swift build`.",
                    .failure)
            }
            let bar = ProgressBar("   avatar.png", on: terminal)
            let receipt = try await uploads.uploadAvatar(picture, of: visit.account.id) { bar.show($0) }
            return [
                "the server stored \(receipt.size.grouped) bytes of \(receipt.contentType), SHA-256 \(receipt.sha256.prefix(12))…"
            ]
        }
    }
}
