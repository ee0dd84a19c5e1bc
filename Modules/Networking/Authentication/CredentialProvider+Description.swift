import Primitives

/// An authority reaches its storage and its refresher, and with them whatever an app keeps behind those: whatever prints an
/// authority sees whose it is, and nothing that it holds.
extension CredentialProvider: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Where it signs.
    public var description: String { "BearerAuthority for \(origin)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(self, children: ["origin": origin, "partition": partition as Any])
    }
}
