/// A value that must not reach a log, a trace, an error or a screen: a password, a token, a key.
///
/// Every road by which Swift turns a value into text (interpolation, `print`, `dump`, `debugPrint`, a mirror) shows
/// ``redaction`` instead. The value comes out in one way only, ``reveal()``, so a reviewer finds every use of a secret
/// by searching for one word. It is deliberately not `Codable`: whoever writes a secret to a wire or a disk says so.
public struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    /// Wraps `value`; from here on it prints as ``redaction``.
    public init(_ value: Value) {
        self.value = value
    }

    /// The wrapped value. Call it at the last moment, where the value goes on the wire or into a protected store.
    public func reveal() -> Value {
        value
    }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What stands in every text where a secret would have been.
    public static var redaction: String { "‹redacted›" }

    public var description: String { Self.redaction }
    public var debugDescription: String { Self.redaction }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
