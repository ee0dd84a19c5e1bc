import Foundation

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
