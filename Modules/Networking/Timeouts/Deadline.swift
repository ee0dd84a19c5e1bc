/// The moment at which a caller stops waiting, over all attempts together.
public struct Deadline: Sendable, Equatable {
    /// On the call's time source (its uptime).
    public let moment: Duration
    /// How long the caller was ready to wait: what the error names.
    public let total: Duration

    /// A deadline `total` after `start`, both on the call's time source.
    public init(total: Duration, from start: Duration) {
        moment = start + total
        self.total = total
    }

    /// This one, or `other` where that is earlier: no link lengthens what another has limited.
    func orEarlier(_ other: Deadline?) -> Deadline {
        guard let other, other.moment <= moment else { return self }
        return other
    }
}
