/// How far a transfer has come.
public struct TransferProgress: Sendable, Hashable {
    /// In bytes of the whole, decoded; a download counts what is in its file. Never goes down: where a transfer has to
    /// begin anew, this stands still until it has caught up.
    public let completed: Int64
    /// In bytes; `nil` while nobody knows.
    public let total: Int64?
    /// Bytes of the body that crossed the wire in this transfer: without those of an earlier run, and with all that went
    /// twice. `nil` for an encoded body, of which only the decoded bytes are seen.
    public let transferred: Int64?
    /// Smoothed over some seconds; `nil` before there is anything to measure.
    public let bytesPerSecond: Double?
    /// Until the end, at this rate; `nil` while the total or the rate is unknown.
    public let remaining: Duration?
    /// How often the transfer had to begin anew.
    public let restarts: Int

    /// A moment of a transfer.
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

    /// `0 ... 1`, or `nil` while the total is unknown.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }
}
