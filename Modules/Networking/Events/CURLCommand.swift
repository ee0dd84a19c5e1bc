import HTTPTypes

/// A request as a line for a shell, to be sent again by hand or shown to the server's people.
///
/// What may be secret is left out by its place: query values that are not marked public, header fields that are not known to be harmless, and bodies.
/// Whoever sends the line again fills them in.
public struct CURLCommand: Sendable {
    /// On one line, quoted for a POSIX shell.
    public let text: String

    /// The line for `call`, as it stands.
    public init(_ call: Call) {
        var words = ["curl"]
        switch call.request.method {
        case .get: break
        case .head: words.append("--head")
        default: words += ["--request", call.request.method.rawValue]
        }
        for field in call.request.headerFields {
            let value = Self.isHarmless(field.name) ? field.value : Self.placeholder
            words += ["--header", Self.quoted("\(field.name.rawName): \(value)")]
        }
        if call.body.length != 0 {
            let size = call.body.length.map { "\($0) bytes" } ?? "of unknown length"
            words += ["--data-binary", Self.quoted("‹body, \(size)›")]
        }
        words.append(Self.quoted(call.redactedURL))
        text = words.joined(separator: " ")
    }

    private static var placeholder: String { "‹redacted›" }

    /// Fields that say what kind of answer is wanted, and never who wants it. A list of secret names would miss the next one
    /// that an API invents.
    private static func isHarmless(_ name: HTTPField.Name) -> Bool {
        switch name.canonicalName {
        case "accept", "accept-encoding", "accept-language", "cache-control", "content-encoding", "content-language",
            "content-length", "content-type", "if-match", "if-modified-since", "if-none-match", "if-range",
            "if-unmodified-since", "prefer", "range", "user-agent", "x-request-id":
            true
        default: false
        }
    }

    /// In single quotes nothing is special to a shell but the quote itself. A control character would be to the terminal.
    private static func quoted(_ text: String) -> String {
        let shown = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "'": #"'\''"#
            case _ where scalar.properties.generalCategory == .control: "\u{FFFD}"
            default: String(scalar)
            }
        }
        return "'" + shown.joined() + "'"
    }
}
