public import Networking
import Primitives

/// A decision of a download between its first request and its end.
public enum DownloadDecision: Sendable, Equatable {
    /// The server continues the file after this number of stored bytes.
    case resumed(from: Int64)
    /// The stored bytes are discarded, and the file restarts.
    case restarted(Reason)
    /// The response ended early, or contained less than 16 KiB of new bytes. `at` is the number of stored bytes; the
    /// next request follows after the delay `waiting`.
    case interrupted(at: Int64, waiting: Duration)
    /// The download failed after this number of retries in a row without a new byte.
    case gaveUp(tries: Int)

    /// Why stored bytes are discarded: they might not be the beginning of the server's current file.
    public enum Reason: Sendable, Equatable {
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
    }
}

extension DownloadDecision {
    /// The decision as one line for developers.
    public var message: String {
        switch self {
        case .resumed(let offset): "resumed at byte \(offset.grouped)"
        case .restarted(let reason): "download restarted: \(reason.message)"
        case .interrupted(let offset, let wait):
            "download interrupted at byte \(offset.grouped), retrying in \(wait.short)"
        case .gaveUp(0): "download stopped at the first interruption, because no retries are allowed"
        case .gaveUp(1): "download stopped after 1 retry without a new byte"
        case .gaveUp(let tries): "download stopped after \(tries) retries without a new byte"
        }
    }
}

extension DownloadDecision.Reason {
    var message: String {
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

extension DownloadDecision: CustomEvent {
    public var name: String { "download" }

    public var fields: [String: String] {
        switch self {
        case .resumed(let offset): ["decision": "resumed", "bytes": "\(offset)"]
        case .restarted(let reason): ["decision": "restarted", "reason": reason.message]
        case .interrupted(let offset, let wait):
            ["decision": "interrupted", "bytes": "\(offset)", "wait": wait.short]
        case .gaveUp(let tries): ["decision": "gaveUp", "tries": "\(tries)"]
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
