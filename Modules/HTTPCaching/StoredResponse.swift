public import Foundation
public import HTTPTypes

/// A complete response as a cache stores it: without fields for one exchange only, and with the values that determine
/// its age.
public struct StoredResponse: Sendable, Equatable, Codable {
    /// Status and header fields, always with Date, and never with Age, which would become wrong.
    public let head: HTTPResponse
    /// The body as the transport delivered it, decoded.
    public let body: Data
    /// The header fields that a request must have to get this response.
    public let variant: ResponseVariant
    /// When the response arrived, on this device's wall clock.
    public let receivedAt: Date
    /// The response's age on arrival, in seconds: the corrected initial age of RFC 9111 section 4.2.3.
    public let initialAge: TimeInterval

    /// Creates a stored response from its parts.
    public init(
        head: HTTPResponse, body: Data, variant: ResponseVariant, receivedAt: Date, initialAge: TimeInterval
    ) {
        self.head = head
        self.body = body
        self.variant = variant
        self.receivedAt = receivedAt
        self.initialAge = initialAge
    }

    /// The approximate memory use in bytes: the body, the head's text and the overhead of both.
    public var size: Int {
        head.headerFields.reduce(body.count + 128) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 32 }
    }
}
