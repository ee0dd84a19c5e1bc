import HTTPTypes

extension Problem {
    static let preconditionFailed = Problem(
        status: .preconditionFailed, code: "precondition_failed", title: "Precondition failed",
        detail: "The resource has changed since you read it. Read it again.")

    /// Contains the length, which bounds the valid ranges (RFC 9110, section 15.5.17).
    static func rangeNotSatisfiable(length: Int) -> Problem {
        Problem(
            status: .rangeNotSatisfiable, code: "range_not_satisfiable", title: "Range not satisfiable",
            detail: "None of the requested bytes exists. The length is \(length) bytes.",
            headers: [.contentRange: "bytes */\(length)", .acceptRanges: "bytes"])
    }
}
