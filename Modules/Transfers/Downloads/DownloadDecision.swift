public import Networking

/// A decision that a download makes after its first request and before its end.
public typealias DownloadDecision = TransferDecision<DownloadRestart>

/// Why stored bytes are discarded: they might not be the beginning of the server's current file.
public enum DownloadRestart: RestartReason {
    /// The stored bytes have no readable record, or the session has no partition, so it is unknown which user they
    /// belong to.
    case noRecord
    /// The stored bytes are from another URL, or of a file with another digest.
    case otherTarget
    /// Fewer bytes are stored than the record says.
    case bytesMissing
    /// The server sent the whole file instead of the requested part, usually because it has another version.
    case wholeFile
    /// The server sent a part of another version, or did not name the version.
    case otherVersion
    /// The server sent a part that was not requested.
    case otherRange
    /// The part is encoded, so it can't continue the decoded bytes (RFC 9110 section 8.4).
    case encoded
    /// The server has no more bytes, but the stored bytes are not the whole file.
    case outOfRange
    /// The server sent no strong validator (RFC 9110 section 8.8.1), so the download can't be continued safely.
    case notResumable

    public static var transfer: String { "download" }

    public var message: String {
        switch self {
        case .noRecord: "the stored bytes have no readable record"
        case .otherTarget: "the stored bytes belong to another file"
        case .bytesMissing: "stored bytes are missing"
        case .wholeFile: "the server sent the whole file"
        case .otherVersion: "the server sent a part of another version, or did not name the version"
        case .otherRange: "the server sent another part"
        case .encoded: "the response is encoded"
        case .outOfRange: "the server has nothing after the stored bytes"
        case .notResumable: "the server sends no strong ETag"
        }
    }
}

extension CallEvent.Kind {
    /// An event that reports a decision of a download.
    public static func download(_ decision: DownloadDecision) -> Self { .custom(AnyCustomEvent(decision)) }

    /// The download's decision; `nil` for any other event.
    public var downloadDecision: DownloadDecision? {
        if case .custom(let event) = self { event.base as? DownloadDecision } else { nil }
    }
}
