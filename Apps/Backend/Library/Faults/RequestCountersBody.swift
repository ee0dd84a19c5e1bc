/// What has been counted since the start or the last reset. Requests to `/faults` are not among it.
struct RequestCountersBody: Encodable, Sendable {
    var requests = 0
    /// Attempts to sign in, whatever came of them.
    var logins = 0
    /// Attempts to refresh, by either way, whatever came of them.
    var refreshes = 0
    /// Answers with status 401.
    var unauthorized = 0
    /// Answers by route: `GET /v2/users/{id}`. What no route was found for is not among it.
    var routes: [String: Int] = [:]
    /// The latest answers from `/v2/files`, oldest first; 100 at most.
    var downloads: [Download] = []

    private enum CodingKeys: String, CodingKey {
        case requests
        case logins
        case refreshes
        case unauthorized
        case routes
        case downloads
    }

    mutating func note(_ download: Download) {
        downloads.append(download)
        if downloads.count > 100 { downloads.removeFirst() }
    }

    /// One transfer, as far as its head tells.
    struct Download: Encodable, Sendable {
        let path: String
        /// The `Range` that was asked for.
        let range: String?
        let status: Int

        private enum CodingKeys: String, CodingKey {
            case path
            case range
            case status
        }
    }
}
