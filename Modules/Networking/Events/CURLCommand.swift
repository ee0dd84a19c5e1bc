import HTTPTypes

/// A request as a cURL command, to send it again by hand or to show it to the server's developers.
///
/// Everything that may be secret is redacted: query values that are not marked public, header fields that are not known
/// to be harmless, and bodies. Replace the placeholders before you run the command.
public struct CURLCommand: Sendable {
    /// The command on one line, quoted for a POSIX shell.
    public let text: String

    /// The command for `call` with its current request.
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

    /// Fields that describe the request or the expected response, and never identify the caller. A list of secret names
    /// would be incomplete for some APIs.
    private static func isHarmless(_ name: HTTPField.Name) -> Bool {
        switch name.canonicalName {
        case "accept", "accept-encoding", "accept-language", "cache-control", "content-encoding", "content-language",
            "content-length", "content-type", "if-match", "if-modified-since", "if-none-match", "if-range",
            "if-unmodified-since", "prefer", "range", "user-agent", "x-request-id":
            true
        default: false
        }
    }

    /// The text in single quotes, where only the quote is special to a shell. Control characters are replaced, because
    /// a terminal interprets them.
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
