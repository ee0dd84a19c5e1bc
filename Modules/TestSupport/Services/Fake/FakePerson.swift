public import Models
public import Primitives

/// A person with an account at a ``FakeBackend``.
public struct FakePerson: Sendable {
    public var user: User
    /// `nil` for an account that can't be signed in to.
    public var password: Secret<String>?

    /// A person from its parts.
    public init(_ user: User, password: Secret<String>?) {
        self.user = user
        self.password = password
    }
}
