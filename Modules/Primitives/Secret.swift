public import Foundation

/// A value that must not reach a log, a trace, an error or a screen: a password, a token, a key.
///
/// Interpolation, `print`, `dump`, `debugPrint` and mirrors show ``redaction`` instead of the value. Only ``reveal()``
/// returns it, so a reviewer finds every use of a secret by searching for one word. A secret is not `Codable`, so
/// that code must call ``reveal()`` before it writes one to a disk or a network.
public struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    /// Wraps `value`, which then prints as ``redaction``.
    public init(_ value: Value) {
        self.value = value
    }

    /// The wrapped value. Call this as late as possible, where the value is sent or written to protected storage.
    public func reveal() -> Value {
        value
    }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text that replaces a secret wherever it is printed.
    public static var redaction: String { "‹redacted›" }

    public var description: String { Self.redaction }
    public var debugDescription: String { Self.redaction }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A bearer token (RFC 6750) with the refresh token that replaces it.
public struct BearerCredential: Sendable, Hashable {
    public let token: Secret<String>
    /// The token for the next refresh; `nil` for a credential that can't be refreshed.
    public let refreshToken: Secret<String>?
    /// When ``token`` expires, on this machine's wall clock; `nil` if the server sends no lifetime.
    public let expiresAt: Date?

    public init(token: Secret<String>, refreshToken: Secret<String>?, expiresAt: Date?) {
        self.token = token
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }
}
