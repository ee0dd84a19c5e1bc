/// The counts since the start or the last reset, without requests to `/faults`.
struct RequestCountersBody: Encodable, Sendable {
    var requests = 0
    /// Login requests, successful or not.
    var logins = 0
    /// Refresh requests to either endpoint, successful or not.
    var refreshes = 0
    /// Responses with status 401.
    var unauthorized = 0
    /// Responses by route: `GET /v2/users/{id}`. Unknown paths are not included.
    var routes: [String: Int] = [:]
    /// The latest 100 responses of `/v2/files`, oldest first.
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

    /// The head of one download.
    struct Download: Encodable, Sendable {
        let path: String
        /// The request's `Range`.
        let range: String?
        let status: Int

        private enum CodingKeys: String, CodingKey {
            case path
            case range
            case status
        }
    }
}
