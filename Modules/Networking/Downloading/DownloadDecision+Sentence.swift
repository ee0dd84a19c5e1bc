extension DownloadDecision {
    /// One line for developers.
    var sentence: String {
        switch self {
        case .resumed(let offset): "continued behind \(offset) bytes"
        case .restarted(let reason): "begun anew: \(reason.sentence)"
        case .interrupted(let offset, let wait): "interrupted at \(offset) bytes, asked for again in \(wait.short)"
        case .gaveUp(0): "given up at the first interruption, as the policy wants"
        case .gaveUp(let tries): "given up after \(tries) tries without a new byte"
        }
    }
}

extension DownloadDecision.Reason {
    fileprivate var sentence: String {
        switch self {
        case .noRecord: "nothing tells what is here"
        case .otherTarget: "what is here is another file"
        case .bytesMissing: "bytes are missing"
        case .wholeFile: "the server sends the whole file"
        case .otherVersion: "the server has another version"
        case .otherRange: "the server sends another part"
        case .encoded: "the answer is encoded"
        case .outOfRange: "the server has nothing behind these bytes"
        case .notResumable: "the server gives no strong validator"
        }
    }
}
