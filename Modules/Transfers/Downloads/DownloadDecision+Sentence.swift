import Networking

extension DownloadDecision {
    /// The decision as one line for developers.
    public var message: String {
        switch self {
        case .resumed(let offset): "continued after \(offset.grouped) bytes"
        case .restarted(let reason): "restarted: \(reason.message)"
        case .interrupted(let offset, let wait): "interrupted at \(offset.grouped) bytes; retrying in \(wait.short)"
        case .gaveUp(0): "stopped at the first interruption, because the policy allows no retries"
        case .gaveUp(let tries): "stopped after \(tries) tries without a new byte"
        }
    }
}

extension DownloadDecision.Reason {
    var message: String {
        switch self {
        case .noRecord: "the stored bytes have no readable record"
        case .otherTarget: "the stored bytes are of another file"
        case .bytesMissing: "stored bytes are missing"
        case .wholeFile: "the server sent the whole file"
        case .otherVersion: "the server has another version, or does not name it"
        case .otherRange: "the server sent another part"
        case .encoded: "the response is encoded"
        case .outOfRange: "the server has nothing after the stored bytes"
        case .notResumable: "the server sends no strong ETag"
        }
    }
}
