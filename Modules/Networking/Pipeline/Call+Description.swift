import HTTPTypes

/// A signed call carries its credential in plain text: whatever prints a call sees neither headers nor body nor query
/// values.
extension Call: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and redacted URL.
    public var description: String { "\(request.method.rawValue) \(redactedURL)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": description, "deadline": deadline as Any, "context": context, "delivery": delivery,
            ])
    }
}
