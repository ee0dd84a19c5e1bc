/// The progress of an upload or a download at one moment.
public struct TransferProgress: Sendable, Hashable {
    /// Decoded bytes of the whole content so far; a download counts the bytes in its file. Never decreases: if a
    /// transfer restarts, this number stays the same until the transfer has caught up.
    public let completed: Int64
    /// The length of the whole content in bytes; `nil` while it is unknown.
    public let total: Int64?
    /// Bytes of the body that this transfer sent or received, repeated bytes included and an earlier run's bytes
    /// excluded. `nil` for an encoded body, of which only the decoded bytes can be counted.
    public let transferred: Int64?
    /// The rate, smoothed over about three seconds; `nil` before the first measurement.
    public let bytesPerSecond: Double?
    /// The estimated time until the end; `nil` while the total or the rate is unknown.
    public let remaining: Duration?
    /// How many times the transfer had to start again from the first byte.
    public let restarts: Int

    /// Creates a progress value from its parts.
    public init(
        completed: Int64, total: Int64?, transferred: Int64? = nil, bytesPerSecond: Double? = nil,
        remaining: Duration? = nil, restarts: Int = 0
    ) {
        self.completed = completed
        self.total = total
        self.transferred = transferred
        self.bytesPerSecond = bytesPerSecond
        self.remaining = remaining
        self.restarts = restarts
    }

    /// The completed part of the total, in `0 ... 1`; `nil` while the total is unknown.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }
}
