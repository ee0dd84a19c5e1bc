import Foundation
import GRDB
import Hummingbird

/// `POST /v2/feedback`, for guests and members.
struct FeedbackRoutes: Resource {
    private enum Sender: Hashable {
        case member(id: String)
        case guest(address: String?)
    }

    private let database: DatabasePool
    private let bodies: JSONBodyReader
    private let now: @Sendable () -> Date
    private let limit: Int
    private let limiter: RateLimiter<Sender>

    init(_ dependencies: ResourceDependencies) {
        database = dependencies.database
        bodies = dependencies.bodies
        now = dependencies.now
        limit = dependencies.limits.feedbackMessages
        limiter = RateLimiter(window: dependencies.limits.feedbackWindow, now: dependencies.now)
    }

    func addRoutes(to groups: RouteGroups) {
        groups.guests.post("v2/feedback", use: create)
    }

    @Sendable private func create(_ request: Request, _ context: GuestContext) async throws -> some ResponseGenerator {
        let body = try await bodies.read(NewFeedbackBody.self, from: request)
        let author = context.caller?.user.id
        let feedback = try body.record(
            id: "f-\(UUID().uuidString.lowercased())", authorID: author, at: Timestamp(now()))
        // Invalid messages don't count, so that a client can correct them.
        let sender = author.map(Sender.member) ?? .guest(address: context.address)
        if let seconds = limiter.admit(sender, limit: limit) { throw Problem.tooManyRequests(retryAfter: seconds) }
        try await database.write { try feedback.insert($0) }
        return JSONResponse(body: FeedbackReceiptBody(feedback), status: .created)
    }
}
