import HTTPTypes
import Hummingbird

/// An error response of the token endpoint in the format of RFC 6749, section 5.2, which OAuth clients expect instead
/// of problem details.
struct OAuthError: Error, Equatable, Sendable {
    enum Code: String, Encodable, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unsupportedGrantType = "unsupported_grant_type"
    }

    let code: Code
    let explanation: String

    static func invalidRequest(_ explanation: String) -> Self { Self(code: .invalidRequest, explanation: explanation) }
    static let invalidClient = Self(code: .invalidClient, explanation: "Unknown client or wrong secret.")
    static let invalidGrant = Self(
        code: .invalidGrant, explanation: "The refresh token is expired, revoked, used or unknown. Log in again.")
    static let unsupportedGrantType = Self(
        code: .unsupportedGrantType, explanation: "Only the grant type refresh_token is supported.")

    func response() throws -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        if code == .invalidClient {
            headers[.wwwAuthenticate] = #"Basic realm="\#(BackendName.realm)", charset="UTF-8""#
        }
        return Response(
            status: code == .invalidClient ? .unauthorized : .badRequest, headers: headers,
            body: ResponseBody(byteBuffer: try WireJSON.encode(OAuthErrorBody(self))))
    }
}
