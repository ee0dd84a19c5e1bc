/// How much of an upload has been sent.
public struct UploadProgress: Sendable, Hashable {
    /// In bytes, the form around the file included.
    public let sent: Int64
    /// In bytes; `nil` if the size is unknown.
    public let total: Int64?

    /// Progress from its parts.
    public init(sent: Int64, total: Int64?) {
        self.sent = sent
        self.total = total
    }

    /// From 0 to 1; `nil` without a total.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(sent) / Double(total), 1) : 1
    }
}
