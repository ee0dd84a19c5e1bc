import HTTPTypes

extension Problem {
    /// The same text for an unknown email and a wrong password, because the response must not reveal which emails
    /// have an account.
    static let invalidCredentials = unauthorized(
        code: "invalid_credentials", title: "Invalid credentials", detail: "Email or password is wrong.")

    static func tooManyLogins(retryAfter seconds: Int) -> Problem {
        Problem(
            status: .tooManyRequests, code: "too_many_logins", title: "Too many failed logins",
            detail: "There were too many failed logins for this account or from this address. Try again later.",
            headers: [.retryAfter: String(seconds)])
    }

    static let missingToken = unauthorized(
        code: "missing_token", title: "Authentication required", detail: "This resource requires an access token.")

    static let invalidToken = unauthorized(
        code: "invalid_token", title: "Invalid access token",
        detail: "The access token is expired, revoked or unknown.", challenge: #", error="invalid_token""#)

    static let invalidRefreshToken = unauthorized(
        code: "invalid_refresh_token", title: "Invalid refresh token",
        detail: "The refresh token is expired, revoked or unknown. Log in again.")

    static let refreshTokenReused = unauthorized(
        code: "refresh_token_reused", title: "Refresh token reused",
        detail: "The refresh token was used before, so it may be stolen. Its session has ended. Log in again.")

    static let forbidden = Problem(
        status: .forbidden, code: "forbidden", title: "Forbidden", detail: "Only an admin may do this.")

    /// Each 401 names the authentication scheme (RFC 9110, section 11.6.1), and an error only if a token was sent
    /// (RFC 6750, section 3.1).
    private static func unauthorized(code: String, title: String, detail: String, challenge: String = "") -> Problem {
        Problem(
            status: .unauthorized, code: code, title: title, detail: detail,
            headers: [.wwwAuthenticate: #"Bearer realm="\#(BackendName.realm)""# + challenge])
    }
}
