/// A credential that could not be sent as it is. It repeats no part of it.
public struct InvalidCredential: Error, Sendable, Equatable {
    /// One sentence for people.
    public let reason: String

    /// - Parameter reason: one sentence for people.
    public init(reason: String) {
        self.reason = reason
    }
}
