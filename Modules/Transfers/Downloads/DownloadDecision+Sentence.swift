import Networking

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
