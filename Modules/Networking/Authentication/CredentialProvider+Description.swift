import Primitives

/// Printing a provider shows its origin and partition only. Its storage and its refresher could lead to secrets.
extension CredentialProvider: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type and the origin.
    public var description: String { "CredentialProvider for \(origin)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: ["origin": origin, "partition": partition as Any])
    }
}
