import CommandLine
import Composition
import Foundation
import Models
import Networking
import Observation
import Presentation
import Primitives
import RemoteServices
import Services

extension Tour {
    /// The view models of a screen, without a screen.
    func flows(_ visit: TourVisit, _ narrator: inout TourNarrator) async throws {
        let users = visit.services.users
        let uploads = visit.services.uploads
        try await narrator.step(
            "Use view models: load two things at once, upload and patch, call back",
            with: [ProfileViewModel.self, users]
        ) {
            try await [
                load(users), save(users, uploads, visit.account), callBack(users),
            ]
        }
    }

    @MainActor
    private func load(_ users: any UserService) async throws -> String {
        let profile = ProfileViewModel(users: users, page: try PageRequest(size: 3))
        profile.load()
        try await wait { if case .loaded(_, .some) = profile.state { true } else { profile.message != nil } }
        guard case .loaded(let user, let page?) = profile.state else {
            throw Failure("The tour failed: \(profile.message?.english ?? "nothing was loaded.")", .failure)
        }
        async let me = users.me()
        async let everyone = users.users(page: PageRequest(size: 3))
        let (same, listing) = try await (me.value, everyone)
        try expect(same.id == user.value.id && listing.total == page.total, "two calls at once had other results")
        return "at once: \(user.value.name) and \(page.items.count) of \(page.total) users"
    }

    /// The server refuses the patch, because another user has the address.
    @MainActor
    private func save(
        _ users: any UserService, _ uploads: any UploadService, _ account: Account
    ) async throws -> String {
        let picture = try unwrap(
            Bundle.module.url(forResource: "avatar", withExtension: "png"), "its picture (avatar.png) is missing")
        let model = AvatarViewModel(account: account, users: users, uploads: uploads)
        model.save(picture: picture, patch: ProfilePatch(email: try EmailAddress(DemoAccount.grace.email)))
        try await wait { model.message != nil }
        guard case .patchFailed(let receipt, let error) = model.state else {
            throw Failure("The tour failed: \(model.message?.english ?? "the patch was accepted.")", .failure)
        }
        return "uploaded \(receipt.size.grouped) bytes, then the patch failed: \(error.userMessage.printable)"
    }

    @MainActor
    private func callBack(_ users: any UserService) async throws -> String {
        let result = await withCheckedContinuation { continuation in
            ServiceCall(users.me) { continuation.resume(returning: $0) }
        }
        return "a completion handler received \(try result.get().value.name)"
    }

    /// Returns once `condition` holds. It reads the condition again after each change of an observed property.
    @MainActor
    func wait(until condition: () -> Bool) async throws {
        while true {
            let (changes, report) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            if withObservationTracking(condition, onChange: { report.yield() }) { return }
            for await _ in changes { break }
            try Task.checkCancellation()
        }
    }
}
