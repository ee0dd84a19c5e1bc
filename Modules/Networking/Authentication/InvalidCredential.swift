/// A credential that can't be sent in a request. The error contains no part of it.
public struct InvalidCredential: Error, Sendable, Equatable {
    /// One sentence for people.
    public let reason: String

    /// - Parameter reason: one sentence for people.
    public init(reason: String) {
        self.reason = reason
    }
}
