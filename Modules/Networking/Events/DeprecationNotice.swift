public import Foundation
import HTTPTypes

/// What a server says of the end of the thing that was called: that it is deprecated, that it will be switched off, and
/// where one reads more.
///
/// Read from every answer that comes off the wire, beside its status: no decision is taken, so it is no link, and
/// nobody can forget it or put it in a wrong place. An answer from a cache was told when it came.
public struct DeprecationNotice: Sendable, Equatable {
    /// Since when, or from when on, one should not use it (RFC 9745).
    public let deprecation: Moment?
    /// From when on it will probably not answer (RFC 8594).
    public let sunset: Moment?
    /// Where the deprecation is explained (`rel="deprecation"`).
    public let deprecationLink: URL?
    /// Where the end is explained (`rel="sunset"`).
    public let sunsetLink: URL?

    /// A notice from its parts.
    public init(
        deprecation: Moment? = nil, sunset: Moment? = nil, deprecationLink: URL? = nil, sunsetLink: URL? = nil
    ) {
        self.deprecation = deprecation
        self.sunset = sunset
        self.deprecationLink = deprecationLink
        self.sunsetLink = sunsetLink
    }

    /// When, as far as the server's value can be read.
    public enum Moment: Sendable, Equatable {
        case at(Date)
        /// The field is there and its date can't be read: `true` was a draft's form. Better told than lost.
        case unreadable
    }
}

extension DeprecationNotice {
    /// The notice in an answer to `request`; `nil` where neither field is there. The links alone only explain.
    init?(_ head: HTTPResponse, to request: HTTPRequest) {
        // One look at each name: every answer comes by here, and hardly any has one of them.
        guard head.headerFields.contains(where: { ["deprecation", "sunset"].contains($0.name.canonicalName) }) else {
            return nil
        }
        let deprecation = HTTPField.Name.deprecation.flatMap { head.headerFields[$0] }
        let sunset = HTTPField.Name.sunset.flatMap { head.headerFields[$0] }
        let interceptors = LinkHeader.parse(head.headerFields[values: .interceptor])
        self.init(
            deprecation: deprecation.map { StructuredDate.parse($0).map(Moment.at) ?? .unreadable },
            sunset: sunset.map { HTTPDate.parse($0).map(Moment.at) ?? .unreadable },
            deprecationLink: interceptors.target(of: "deprecation", from: request),
            sunsetLink: interceptors.target(of: "sunset", from: request))
    }
}

extension [LinkHeader] {
    /// The first web page with this relation. A link that is relative to the query is left out: it would repeat the
    /// request's values.
    fileprivate func target(of relation: String, from request: HTTPRequest) -> URL? {
        for interceptor in self where interceptor.relations.contains(relation) && !interceptor.isAboutAnother {
            guard let reference = URIReference(interceptor.target), let base = URIReference(request) else { continue }
            guard !reference.path.isEmpty || reference.authority != nil || reference.query != nil else { continue }
            let target = reference.resolved(against: base)
            guard let scheme = target.scheme, ["http", "https"].contains(scheme) else { continue }
            if let url = URL(string: target.description) { return url }
        }
        return nil
    }
}

extension HTTPField.Name {
    fileprivate static var deprecation: HTTPField.Name? { HTTPField.Name("Deprecation") }
    fileprivate static var sunset: HTTPField.Name? { HTTPField.Name("Sunset") }
    fileprivate static var interceptor: HTTPField.Name { HTTPField.Name("Link") ?? .location }
}
