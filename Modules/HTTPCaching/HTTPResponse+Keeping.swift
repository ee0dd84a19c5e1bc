import Foundation
import HTTPTypes
import Networking

extension HTTPResponse {
    /// With the fields that may be kept, and a Date (RFC 9110 section 6.6.1).
    func stored(receivedAt: Date) -> HTTPResponse {
        var fields = headerFields.withoutConnectionFields()
        fields[.setCookie] = nil
        fields[.age] = nil
        if fields[.date].flatMap(HTTPDate.parse) == nil { fields[.date] = HTTPDate.format(receivedAt) }
        return HTTPResponse(status: status, headerFields: fields)
    }

    /// RFC 9111 section 4.2.3. The greater of what the caches on the way say and what the origin's Date says, so that a
    /// clock that goes wrong makes a response older and never younger.
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
    /// Without what concerns one connection or one proxy (RFC 9111 section 3.1).
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
