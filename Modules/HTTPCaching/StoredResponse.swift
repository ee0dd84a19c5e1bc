public import Foundation
public import HTTPTypes
import Networking

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

/// Ages and lifetimes are in seconds.
extension StoredResponse {
    var control: CacheControl { CacheControl(head.headerFields) }

    /// The age at `now` (RFC 9111 section 4.2.3). `nil` if the response seems to come from the future: the wall clock
    /// was set back since an earlier run stored it, so its age is unknown.
    func age(at now: Date) -> TimeInterval? {
        let resident = now.timeIntervalSince(receivedAt)
        return resident < 0 ? nil : initialAge + resident
    }

    /// How long the server declares the response fresh (4.2.1): max-age, else Expires minus Date. Without either, the
    /// lifetime is 0, because none is guessed.
    var lifetime: TimeInterval { lifetime(by: control) }

    /// The same as ``lifetime``, for a caller that has already read ``control``.
    func lifetime(by control: CacheControl) -> TimeInterval {
        if let maxAge = control.maxAge { return TimeInterval(maxAge.trusted ?? 0) }
        guard let date, let expires else { return 0 }
        return max(0, expires.timeIntervalSince(date))
    }

    /// When the origin server generated the response.
    var date: Date? { head.headerFields[.date].flatMap(HTTPDate.parse) }

    /// The Expires date; `nil` without one, for two that differ, and if it is invalid (`0` means "in the past"; 5.3).
    private var expires: Date? {
        let lines = Set(head.headerFields[values: .expires])
        return lines.count == 1 ? lines.first.flatMap(HTTPDate.parse) : nil
    }

    /// Whether a server can confirm that the response is still valid.
    var hasValidator: Bool {
        head.headerFields.sendableEntityTag != nil || head.headerFields.contains(.lastModified)
    }
}

extension StoredResponse {
    /// Whether `head`, a 304 to a request with this response's validators, confirms this response (RFC 9111 section
    /// 4.3.4). A different entity tag belongs to another response; a weak tag may have become strong.
    func isValidated(by head: HTTPResponse) -> Bool {
        guard let tag = head.headerFields.entityTag else { return true }
        return self.head.headerFields.entityTag.map { $0.opaqueTag == tag.opaqueTag } ?? false
    }

    /// The stored head, updated with the fields of `head`, a 304, except those that describe the stored body or belong
    /// to the connection (3.2).
    func freshened(by head: HTTPResponse) -> HTTPResponse {
        var fields = self.head.headerFields
        // The 304 determines the age of the response, even if it has no Date.
        fields[.date] = nil
        let news = head.headerFields.withoutConnectionFields()
        for name in Set(news.map(\.name)) where !Self.describingBody.contains(name) {
            fields[fields: name] = news[fields: name]
        }
        return HTTPResponse(status: self.head.status, headerFields: fields)
    }

    private static let describingBody: Set<HTTPField.Name> = [
        .contentEncoding, .contentLength, .contentRange, .contentType,
    ]
}

extension String {
    /// An entity tag without its weakness indicator (RFC 9110 section 8.8.3.2).
    fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}

extension HTTPResponse {
    /// The head to store: without fields for one exchange only, and always with a Date (RFC 9110 section 6.6.1).
    func stored(receivedAt: Date) -> HTTPResponse {
        var fields = headerFields.withoutConnectionFields()
        fields[.setCookie] = nil
        fields[.age] = nil
        if fields[.date].flatMap(HTTPDate.parse) == nil { fields[.date] = HTTPDate.format(receivedAt) }
        return HTTPResponse(status: status, headerFields: fields)
    }

    /// The age on arrival, in seconds (RFC 9111 section 4.2.3): the greater of the age that caches report and the age
    /// by the origin's Date. A wrong clock can make a response older, never younger.
    func initialAge(_ arrival: CacheStorageRules.Arrival) -> TimeInterval {
        let date = headerFields[.date].flatMap(HTTPDate.parse) ?? arrival.moment
        let apparent = max(0, arrival.moment.timeIntervalSince(date))
        let stated =
            headerFields[values: .age].first.flatMap { FieldList($0).members.first }
            .flatMap(DeltaSeconds.parse) ?? 0
        return max(apparent, TimeInterval(stated) + arrival.delay / .seconds(1))
    }
}

extension HTTPFields {
    /// Without the fields for one connection or one proxy (RFC 9111 section 3.1).
    func withoutConnectionFields() -> HTTPFields {
        var names = Self.connectionFields
        for member in self[values: .connection].flatMap({ FieldList($0).members }) {
            if let name = HTTPField.Name(String(member)) { names.insert(name) }
        }
        var fields = self
        fields.removeAll { names.contains($0.name) }
        return fields
    }

    private static let connectionFields: Set<HTTPField.Name> = Set(
        [
            .connection, .te, .trailer, .transferEncoding, .upgrade, .proxyAuthenticate, .proxyAuthenticationInfo,
            .proxyAuthorization, .authenticationInfo,
        ] + ["Keep-Alive", "Proxy-Connection"].compactMap { HTTPField.Name($0) })
}
