import HTTPTypes

/// An error response. Any code can throw it, and ``ProblemMiddleware`` turns it into problem details (RFC 9457).
struct Problem: Error, Equatable, Sendable {
    let status: HTTPResponse.Status
    /// For programs. It is part of the API, so never rename a released one.
    let code: String
    /// The name of this kind of problem, the same for every occurrence.
    let title: String
    /// What happened this time. It helps the client, and reveals nothing about the server's internals.
    var detail: String
    var errors: [FieldError] = []
    /// Additional header fields.
    var headers: HTTPFields = [:]
}
