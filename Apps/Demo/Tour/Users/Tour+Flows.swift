import Composition
import DependencyInjection
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
        let users = try await visit.scope.resolve(.users)
        let uploads = try await visit.scope.resolve(.uploads)
        try await narrator.step(
            "Use view models: load two things at once, search while typing, upload and patch, call back",
            through: ["Demo", "Presentation", "Services", "Networking", "NIOTransport"]
        ) {
            let activity = await Activity()
            return try await search(users, activity, visit.faults) + [
                save(users, uploads, visit.account),
                callBack(users),
            ]
        }
    }

    /// While the first search receives its slow response, the profile is loaded. Then another term replaces the search.
    @MainActor
    private func search(
        _ users: any UserService, _ activity: Activity, _ faults: Session<Guest>
    ) async throws -> [String] {
        let time = try await app.container.resolve(.time)
        let books = BookSearchViewModel(
            books: try await app.container.resolve(.books), time: time, activity: activity)
        let profile = ProfileViewModel(
            users: users, products: try await app.container.resolve(.guestProducts), page: try PageRequest(size: 3),
            activity: activity)
        try await faults.send(.drip(Drip(count: 1, bytes: 64, milliseconds: 200, path: "/books")))
        _ = monitor.take()

        books.text = "d"
        guard case .idle = books.state else { throw Failure("The tour failed: one character was searched.", .failure) }
        let keystrokes = ["dr", "dra", "drac"]
        for text in keystrokes { books.text = text }
        try await wait { activity.isActive || hasOutcome(books) }
        profile.load()
        // The wait also ends if the response came too early, which the number of cancellations below reveals.
        try await wait { activity.count == 2 || !activity.isActive }
        try await wait { if case .loading = profile.state { false } else { true } }
        guard case .loaded(let user, let listing) = profile.state else {
            throw Failure("The tour failed: \(profile.message?.english ?? "nothing was loaded.")", .failure)
        }
        books.text = "dracula"
        try await wait { hasOutcome(books) }
        let seen = monitor.take()
        try expect(seen.cancellations == 1, "\(seen.cancellations) requests were cancelled")
        try expect(seen.attempts == 4, "\(seen.attempts) requests were sent")
        guard let book = books.state.items.first else {
            throw Failure("The tour failed: \(books.message?.english ?? "no book was found.")", .failure)
        }
        // The server's wait is too long for a retry.
        try await faults.send(.refuse(Refusal(count: 1, retryAfter: 600, path: "/books")))
        books.text = "whale"
        try await wait { hasOutcome(books, of: "whale") }
        guard books.state.items.isEmpty, let message = books.message else {
            throw Failure("The tour failed: the refused search has results.", .failure)
        }
        books.text = "melville"
        try await wait { hasOutcome(books, of: "melville") }
        try expect(books.message == nil, "the search after the refused one failed")
        return [
            "at once: \(user.name) and \(listing.page.items.count) products; one indicator counted 2 overlapping calls",
            "typed d: too short to search; typed \(keystrokes.joined(separator: ", ")): 1 request; typed dracula: that "
                + "request was cancelled, 1 new one",
            "found: \(book.title.printable)",
            "typed whale: an empty list (\(message.english.printable)); typed melville: \(books.state.items.count) found",
        ]
    }

    @MainActor
    private func hasOutcome(_ books: BookSearchViewModel) -> Bool {
        !books.state.items.isEmpty || books.message != nil
    }

    /// A list stays until the request for the next term is sent.
    @MainActor
    private func hasOutcome(_ books: BookSearchViewModel, of term: String) -> Bool {
        switch books.state {
        case .results(term, _), .failed(term, _): true
        default: false
        }
    }

    /// The server refuses the patch, because another user has the address.
    @MainActor
    private func save(
        _ users: any UserService, _ uploads: any UploadService, _ account: Account
    ) async throws -> String {
        guard let picture = Bundle.module.url(forResource: "avatar", withExtension: "png") else {
            throw Failure("The tour failed: its picture (avatar.png) is missing.", .failure)
        }
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
        return "a completion handler received \(try result.get().name)"
    }

    /// Returns once `condition` holds. It reads the condition again after each change of an observed property.
    @MainActor
    private func wait(until condition: () -> Bool) async throws {
        while true {
            let (changes, report) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            if withObservationTracking(condition, onChange: { report.yield() }) { return }
            for await _ in changes { break }
            try Task.checkCancellation()
        }
    }
}

/// A number of 503 responses that ask for a wait.
private struct Refusal: Encodable, Sendable {
    let count: Int
    let retryAfter: Int
    let path: String

    enum CodingKeys: String, CodingKey {
        case count, path
        case retryAfter = "retry_after"
    }
}

/// A number of responses that the server sends in small pieces.
private struct Drip: Encodable, Sendable {
    let count: Int
    let bytes: Int
    /// The pause after each piece.
    let milliseconds: Int
    let path: String
}

extension Endpoint where Access: GuestScope, Response == Void {
    fileprivate static func refuse(_ refusal: Refusal) -> Self {
        Endpoint(.post, "/faults/refuse", body: .encodable(refusal), response: .nothing)
    }

    fileprivate static func drip(_ fault: Drip) -> Self {
        Endpoint(.post, "/faults/drip", body: .encodable(fault), response: .nothing)
    }
}
