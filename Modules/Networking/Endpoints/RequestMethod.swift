import HTTPTypes

/// The methods that an endpoint may use (RFC 9110 section 9, RFC 5789). A type of this module, so that a file that
/// declares endpoints does not have to import HTTPTypes.
public enum RequestMethod: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    var httpMethod: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .head: .head
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        case .options: .options
        }
    }
}
