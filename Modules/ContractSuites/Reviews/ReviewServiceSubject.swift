public import Services

/// The subject of ``ReviewServiceContract``: the review services of two members and of a guest, and a backend with the
/// demo data.
public struct ReviewServiceSubject: Sendable {
    /// The service of a guest.
    public let guest: any ReviewService
    /// The service of a member.
    public let member: any ReviewService
    /// The service of another member.
    public let other: any ReviewService
    /// Returns once the server has accepted a subscription of the guest, or when the waiting task is cancelled.
    public let subscribed: @Sendable () async -> Void
    /// Makes the backend unable to compute the next average.
    public let failAverage: @Sendable () async throws -> Void
    /// Makes the backend unreachable.
    public let cutConnection: @Sendable () -> Void

    /// Creates a subject from its parts.
    public init(
        guest: any ReviewService, member: any ReviewService, other: any ReviewService,
        subscribed: @escaping @Sendable () async -> Void, failAverage: @escaping @Sendable () async throws -> Void,
        cutConnection: @escaping @Sendable () -> Void
    ) {
        self.guest = guest
        self.member = member
        self.other = other
        self.subscribed = subscribed
        self.failAverage = failAverage
        self.cutConnection = cutConnection
    }
}
