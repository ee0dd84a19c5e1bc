import Foundation

extension DeprecationNotice {
    /// One line for developers.
    var message: String {
        var parts: [String] = []
        if let deprecation { parts.append("deprecated since \(deprecation.text)") }
        if let sunset { parts.append("ends \(sunset.text)") }
        if let interceptor = deprecationLink ?? sunsetLink { parts.append("see \(Self.withoutQuery(interceptor))") }
        return parts.joined(separator: ", ")
    }

    /// A gateway may echo the request's query there.
    private static func withoutQuery(_ interceptor: URL) -> String {
        String(interceptor.absoluteString.prefix { $0 != "?" && $0 != "#" })
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
