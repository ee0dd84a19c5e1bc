public import Foundation
import HTTPTypes

/// A server's announcement that an endpoint is deprecated or will be switched off.
///
/// The client reads it from every response of the transport, without an interceptor of its own. The notice of a cached
/// response was reported when that response was received.
public struct DeprecationNotice: Sendable, Equatable {
    /// When the endpoint was or will be deprecated (RFC 9745).
    public let deprecation: Moment?
    /// When the endpoint will probably stop working (RFC 8594).
    public let sunset: Moment?
    /// A page about the deprecation (`rel="deprecation"`).
    public let deprecationLink: URL?
    /// A page about the end of the endpoint (`rel="sunset"`).
    public let sunsetLink: URL?

    /// Creates a notice from its parts.
    public init(
        deprecation: Moment? = nil, sunset: Moment? = nil, deprecationLink: URL? = nil, sunsetLink: URL? = nil
    ) {
        self.deprecation = deprecation
        self.sunset = sunset
        self.deprecationLink = deprecationLink
        self.sunsetLink = sunsetLink
    }

    /// The date in a header field, if it can be parsed.
    public enum Moment: Sendable, Equatable {
        case at(Date)
        /// The field exists, but its value is not a valid date, such as `true` in an early draft.
        case unreadable
    }
}

extension DeprecationNotice {
    /// The notice in a response to `request`; `nil` without a Deprecation or Sunset field. Link fields alone are not a
    /// notice.
    init?(_ head: HTTPResponse, to request: HTTPRequest) {
        // A single pass over the names, because this runs for every response and hardly any has these fields.
        let isNotice = head.headerFields.contains {
            $0.name.canonicalName == "deprecation" || $0.name.canonicalName == "sunset"
        }
        guard isNotice else { return nil }
        let deprecation = HTTPField.Name.deprecation.flatMap { head.headerFields[$0] }
        let sunset = HTTPField.Name.sunset.flatMap { head.headerFields[$0] }
        let links = LinkHeader.parse(head.headerFields[fields: .link].map(\.escapedValue))
        self.init(
            deprecation: deprecation.map { StructuredDate.parse($0).map(Moment.at) ?? .unreadable },
            sunset: sunset.map { HTTPDate.parse($0).map(Moment.at) ?? .unreadable },
            deprecationLink: links.target(of: "deprecation", from: request),
            sunsetLink: links.target(of: "sunset", from: request))
    }
}

extension [LinkHeader] {
    /// The first web page with this relation. Skips a reference that is empty or only a fragment, because its URL would
    /// contain the request's query.
    fileprivate func target(of relation: String, from request: HTTPRequest) -> URL? {
        for link in self where link.relations.contains(relation) && !link.isAboutAnother {
            guard let reference = URIReference(link.target), let base = URIReference(request) else { continue }
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
    fileprivate static var link: HTTPField.Name { HTTPField.Name("Link") ?? .location }
}

extension DeprecationNotice {
    /// One line for developers.
    var message: String {
        var parts: [String] = []
        if let deprecation { parts.append("deprecated since \(deprecation.text)") }
        if let sunset { parts.append("ends \(sunset.text)") }
        if let link = deprecationLink ?? sunsetLink { parts.append("see \(Self.withoutQuery(link))") }
        return parts.joined(separator: ", ")
    }

    /// The URL without its query, because a gateway may repeat the request's query there.
    private static func withoutQuery(_ link: URL) -> String {
        String(link.absoluteString.prefix { $0 != "?" && $0 != "#" })
    }
}

extension DeprecationNotice.Moment {
    fileprivate var text: String {
        switch self {
        case .at(let date): HTTPDate.format(date)
        case .unreadable: "an unreadable date"
        }
    }
}

/// Parses dates of structured fields (RFC 9651 section 3.3.7): `@` and seconds since the epoch.
enum StructuredDate {
    /// The date of an item, without its parameters; `nil` if the text is not a date.
    static func parse(_ text: String) -> Date? {
        let item = text.prefix { $0 != ";" }.drop { $0 == " " }
        guard item.first == "@" else { return nil }
        let number = item.dropFirst()
        let digits = number.hasPrefix("-") ? number.dropFirst() : number
        guard (1...15).contains(digits.count), digits.allSatisfy(\.isASCIIDigit), let seconds = Int64(number) else {
            return nil
        }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
