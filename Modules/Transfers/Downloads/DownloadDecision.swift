/// What was decided about a download between its first request and its end.
public enum DownloadDecision: Sendable, Equatable {
    /// The server continues the file behind these bytes, which are here already.
    case resumed(from: Int64)
    /// The bytes that were here are given up, and the file begins anew.
    case restarted(Reason)
    /// The response ended before the file did, or brought too little of it. So many bytes are here; the next request
    /// follows after the wait.
    case interrupted(at: Int64, waiting: Duration)
    /// Nothing new has come in so many tries in a row.
    case gaveUp(tries: Int)

    /// Why bytes are given up. In each of these cases they might not be the beginning of the file that the server has.
    public enum Reason: Sendable, Equatable {
        /// Nothing says what the bytes of an earlier run are or whose this one is, or what says it can't be read.
        case noRecord
        /// They are of another address, or of a file with another digest.
        case otherTarget
        /// There are fewer than were recorded as written.
        case bytesMissing
        /// The server has another version by now, or sends the whole file for reasons of its own.
        case wholeFile
        /// What the server offers to continue is another version, or it does not say which.
        case otherVersion
        /// The server offers another part than the one asked for.
        case otherRange
        /// A part of an encoded body does not continue a decoded one (RFC 9110 section 8.4).
        case encoded
        /// The server has nothing behind these bytes, and they are not the whole file.
        case outOfRange
        /// The server gave no strong validator (RFC 9110 section 8.8.1), so that nothing can be continued safely.
        case notResumable
    }
}
