/// How far a transfer has come.
public struct TransferProgress: Sendable, Hashable {
    /// In bytes. Begins again from the start when a body is sent again.
    public let completed: Int64
    /// In bytes; `nil` while nobody knows.
    public let total: Int64?

    /// A moment of a transfer.
    public init(completed: Int64, total: Int64?) {
        self.completed = completed
        self.total = total
    }

    /// `0 ... 1`, or `nil` while the total is unknown.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }
}
