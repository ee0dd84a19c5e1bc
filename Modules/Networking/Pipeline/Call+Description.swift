import HTTPTypes

/// Printing a call shows its method and redacted URL only, because a signed call contains its credential in plain text.
extension Call: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the redacted URL.
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
