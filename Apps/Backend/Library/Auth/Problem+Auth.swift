import HTTPTypes

extension Problem {
    /// The same words for an unknown email and a wrong password: an answer must not tell who has an account.
    static let invalidCredentials = unauthorized(
        code: "invalid_credentials", title: "Invalid credentials", detail: "Email or password is wrong.")

    static func tooManyLogins(retryAfter seconds: Int) -> Problem {
        Problem(
            status: .tooManyRequests, code: "too_many_logins", title: "Too many wrong logins",
            detail: "There were too many wrong logins for this account or from this address; try again later.",
            headers: [.retryAfter: String(seconds)])
    }

    static let missingToken = unauthorized(
        code: "missing_token", title: "Authentication required", detail: "This resource needs an access token.")

    static let invalidToken = unauthorized(
        code: "invalid_token", title: "Invalid access token",
        detail: "The access token is expired, revoked or unknown.", challenge: #", error="invalid_token""#)

    static let invalidRefreshToken = unauthorized(
        code: "invalid_refresh_token", title: "Invalid refresh token",
        detail: "The refresh token is expired, revoked or unknown; sign in again.")

    static let refreshTokenReused = unauthorized(
        code: "refresh_token_reused", title: "Refresh token reused",
        detail: "The refresh token was spent before. Its session is ended, since one of its two bearers stole it.")

    static let forbidden = Problem(
        status: .forbidden, code: "forbidden", title: "Forbidden", detail: "Only an admin may do this.")

    /// Each 401 names the scheme that would help (RFC 9110, section 11.6.1); RFC 6750, section 3.1, says that an error
    /// is added only where a token was sent.
    private static func unauthorized(code: String, title: String, detail: String, challenge: String = "") -> Problem {
        Problem(
            status: .unauthorized, code: code, title: title, detail: detail,
            headers: [.wwwAuthenticate: #"Bearer realm="strata""# + challenge])
    }
}
