/// A credential that can't be sent in a request. The error contains no part of it.
public struct InvalidCredential: Error, Sendable, Equatable {
    /// One sentence in English that says what is wrong.
    public let reason: String

    /// - Parameter reason: one sentence in English, without any part of the credential.
    public init(reason: String) {
        self.reason = reason
    }
}
