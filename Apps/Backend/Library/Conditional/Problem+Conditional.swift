import HTTPTypes

extension Problem {
    static let preconditionFailed = Problem(
        status: .preconditionFailed, code: "precondition_failed", title: "Precondition failed",
        detail: "The resource has changed since it was read; read it again.")

    /// RFC 9110, section 15.5.17: the length helps a client that thought the file was longer.
    static func rangeNotSatisfiable(length: Int) -> Problem {
        Problem(
            status: .rangeNotSatisfiable, code: "range_not_satisfiable", title: "Range not satisfiable",
            detail: "None of the bytes asked for exist; there are \(length).",
            headers: [.contentRange: "bytes */\(length)", .acceptRanges: "bytes"])
    }
}
