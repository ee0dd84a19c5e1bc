/// The JSON body of an OAuth error: `{"error", "error_description"}`.
struct OAuthErrorBody: Encodable, Sendable {
    let error: OAuthError.Code
    let explanation: String

    init(_ error: OAuthError) {
        self.error = error.code
        explanation = error.explanation
    }

    private enum CodingKeys: String, CodingKey {
        case error
        case explanation = "error_description"
    }
}
