/// How much of a file has been downloaded.
public struct DownloadProgress: Sendable, Hashable {
    /// The bytes in the file so far, including those of an earlier, interrupted download.
    public let received: Int64
    /// The length of the whole file in bytes; `nil` if it is unknown.
    public let total: Int64?

    /// Creates a progress value from its parts.
    public init(received: Int64, total: Int64?) {
        self.received = received
        self.total = total
    }

    /// The part that has been downloaded, from 0 to 1; `nil` without a total.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(received) / Double(total), 1) : 1
    }
}
