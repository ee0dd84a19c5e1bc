public import Foundation

/// A response of any status, not decoded into a value: for tools, and for bodies that have no type. Its properties are
/// plain types, so printing it needs no HTTP library.
public struct RawResponse: Sendable, Equatable {
    /// The status code.
    public let status: Int
    /// The reason phrase after the status code; empty if the transport or the protocol has none.
    public let reason: String
    /// All header fields in their order, duplicates included.
    public let headers: [HeaderField]
    /// The body, after removing a content coding such as `gzip`.
    public let body: Data
    /// The call's id, sent as X-Request-Id.
    public let requestID: UUID
    /// How many requests were sent; 0 for a response from the cache.
    public let attempts: Int
    /// The URI of the request after all redirects: the base of relative references in the response. `nil` if unknown.
    public let target: RequestTarget?

    /// Creates a response from its parts.
    public init(
        status: Int, reason: String, headers: [HeaderField], body: Data, requestID: UUID, attempts: Int,
        target: RequestTarget? = nil
    ) {
        self.target = target
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.requestID = requestID
        self.attempts = attempts
    }

    /// The first value of the field `name`, whatever its case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The server's time minus this machine's in seconds, as the field `Date` shows (RFC 9110 section 6.6.1): the smallest
    /// difference that fits, so 0 if both clocks may agree. `nil` without a date, for a response from a cache, and if this
    /// machine's clock was set back meanwhile.
    ///
    /// - Parameters:
    ///   - sentAt: this machine's time before the request.
    ///   - receivedAt: its time after the response.
    public func clockOffset(sentAt: Date, receivedAt: Date) -> TimeInterval? {
        ClockSkew.Offset(date: header("Date"), age: header("Age"), sentAt: sentAt, receivedAt: receivedAt)?.seconds
    }
}

extension RawResponse {
    /// The target of the first Link entry with this relation (RFC 8288 section 3), as an absolute URI; `nil` if there
    /// is none, or if it is not a URI reference.
    ///
    /// - Parameter relation: in lower case, such as `next`.
    package func link(_ relation: String) -> URIReference? {
        let fields = headers.filter { $0.name.lowercased() == "link" }.map(\.escapedValue)
        return LinkHeader.parse(fields).first { $0.relations.contains(relation) && !$0.isAboutAnother }
            .flatMap { resolve($0.target) }
    }

    /// A reference in the response as an absolute URI (RFC 3986 section 5.2), percent-encoded as the server sent it;
    /// `nil` if it contains control characters, or is relative and ``target`` is unknown.
    package func resolve(_ text: String) -> URIReference? {
        guard let reference = URIReference(text) else { return nil }
        guard reference.scheme == nil else { return reference.resolved(against: reference) }
        return target.flatMap { URIReference($0.text) }.map(reference.resolved)
    }
}
