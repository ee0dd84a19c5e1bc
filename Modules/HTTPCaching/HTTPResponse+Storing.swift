import Foundation
import HTTPTypes
import Networking

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
