/// What has been counted since the start or the last reset. Requests to `/faults` are not among it.
struct RequestCountersBody: Encodable, Sendable {
    var requests = 0
    /// Attempts to sign in, whatever came of them.
    var logins = 0
    /// Attempts to refresh, whatever came of them.
    var refreshes = 0
    /// Answers with status 401.
    var unauthorized = 0

    private enum CodingKeys: String, CodingKey {
        case requests
        case logins
        case refreshes
        case unauthorized
    }
}
