import HTTPTypes

/// Problem details on the wire: the members of RFC 9457, section 3.1, and three extension members.
struct ProblemBody: Encodable, Sendable {
    /// A tag URI (RFC 4151), which RFC 9457 recommends if there is no page to open.
    let type: String
    let title: String
    let status: Int
    let detail: String
    let code: String
    let requestID: String
    /// Omitted if no field has an error.
    let errors: [FieldError]?

    init(_ problem: Problem, requestID: String) {
        type = BackendName.problemTag + problem.code
        title = problem.title
        status = problem.status.code
        detail = problem.detail
        code = problem.code
        self.requestID = requestID
        errors = problem.errors.isEmpty ? nil : problem.errors
    }

    private enum CodingKeys: String, CodingKey {
        case type
        case title
        case status
        case detail
        case code
        case requestID = "request_id"
        case errors
    }
}
