/// How much of an upload has been sent.
public struct UploadProgress: Sendable, Hashable {
    /// The bytes sent so far, including the multipart form around the file.
    public let sent: Int64
    /// The bytes to send in total; `nil` if the size is unknown.
    public let total: Int64?

    /// Creates a progress value from its parts.
    public init(sent: Int64, total: Int64?) {
        self.sent = sent
        self.total = total
    }

    /// The part that has been sent, from 0 to 1; `nil` without a total.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(sent) / Double(total), 1) : 1
    }
}
