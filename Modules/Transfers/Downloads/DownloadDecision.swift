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
