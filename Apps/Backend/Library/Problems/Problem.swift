import HTTPTypes

/// An answer that says no: thrown anywhere, and turned into problem details (RFC 9457) in one place.
struct Problem: Error, Equatable, Sendable {
    let status: HTTPResponse.Status
    /// The word that programs go by. It is part of the API: never renamed.
    let code: String
    /// What this kind of problem is called. The same for every occurrence.
    let title: String
    /// What happened this time, in words that help the client and tell nothing of the server's inside.
    var detail: String
    var errors: [FieldError] = []
    /// Header fields that this answer carries beside the usual.
    var headers: HTTPFields = [:]
}
