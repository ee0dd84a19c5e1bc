public import Foundation
public import HTTPTypes

/// An answer as a cache keeps it: complete, without the fields that were meant for one exchange only, and with what is
/// needed to tell its age later.
public struct StoredResponse: Sendable, Equatable, Codable {
    /// Always with a Date field; never with Age, which a kept answer outgrows.
    public let head: HTTPResponse
    /// Decoded, as the transport gave it.
    public let body: Data
    /// For which requests it is.
    public let variant: ResponseVariant
    /// When it came, by this machine's calendar.
    public let receivedAt: Date
    /// How old it was then, in seconds: the corrected initial age of RFC 9111 section 4.2.3.
    public let initialAge: TimeInterval

    /// A stored response from its parts.
    public init(
        head: HTTPResponse, body: Data, variant: ResponseVariant, receivedAt: Date, initialAge: TimeInterval
    ) {
        self.head = head
        self.body = body
        self.variant = variant
        self.receivedAt = receivedAt
        self.initialAge = initialAge
    }

    /// What it takes to keep it, in bytes: the body, and the head's text with what stands around it.
    public var size: Int {
        head.headerFields.reduce(body.count + 128) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 32 }
    }
}
