import HTTPTypes

/// A request as a cURL command, to send it again by hand or to show it to the server's developers.
///
/// It contains nothing that may be secret. In place of query values that are not marked public, of header fields that
/// are not known to be harmless, and of bodies, it has shell variables: `HEADER_AUTHORIZATION`, `QUERY_TOKEN`, and
/// `BODY_FILE`, which is the path of a file with the body. Set them and run the command as it is. If one is missing,
/// the shell names it and sends nothing.
public struct CURLCommand: Sendable {
    /// The command on one line, for a POSIX shell.
    public let text: String

    /// The command for `call` with its current request.
    ///
    /// - Parameter authorities: the path of a PEM file with the certificates to trust.
    public init(_ call: Call, authorities: String? = nil) {
        var command = Command()
        let hasBody = call.body.length != 0
        switch call.request.method {
        case .get where !hasBody: break
        case .head where !hasBody: command.add("--head")
        // With a body, cURL's own choice would be POST.
        default: command.add("--request", [.text(call.request.method.rawValue)])
        }
        for field in call.request.headerFields where field.name != .contentLength {
            command.add("--header", Self.header(field))
        }
        if hasBody {
            // Otherwise cURL declares a body to be a form.
            if call.request.headerFields[.contentType] == nil { command.add("--header", [.text("Content-Type:")]) }
            command.add("--data-binary", [.text("@"), .variable("BODY_FILE")])
        }
        if let authorities { command.add("--cacert", [.text(authorities)]) }
        let path = call.request.path ?? "/"
        // cURL would expand brackets, and remove segments of dots.
        if path.contains(where: "[]{}".contains) { command.add("--globoff") }
        if path.contains("/.") { command.add("--path-as-is") }
        command.add(url: call.context.redactedURL(of: call.request))
        text = command.words.joined(separator: " ")
    }

    private static func header(_ field: HTTPField) -> [Piece] {
        // With a colon, cURL would omit a field without a value.
        guard !field.value.isEmpty else { return [.text("\(field.name.rawName);")] }
        guard !HarmlessFields.contains(field.name) else { return [.text("\(field.name.rawName): \(field.value)")] }
        return [.text("\(field.name.rawName): "), .variable("HEADER_\(field.name.rawName)")]
    }

    /// A part of one argument.
    private enum Piece {
        case text(String)
        /// The name of a variable, before it is made valid and unique.
        case variable(String)
    }

    private struct Command {
        private(set) var words = ["curl"]
        /// How often each name of a variable was used.
        private var uses: [String: Int] = [:]

        mutating func add(_ option: String, _ value: [Piece]? = nil) {
            words.append(option)
            if let value { words.append(quoted(value)) }
        }

        mutating func add(url: RedactedURL) {
            var position = 0
            let pieces: [Piece] = url.parts.map { part in
                switch part {
                case .text(let text): return .text(text)
                case .redacted(let name):
                    position += 1
                    return .variable("QUERY_\(name ?? "\(position)")")
                }
            }
            words.append(quoted(pieces))
        }

        /// Text in single quotes, where only the quote is special to a shell, and variables in double quotes.
        private mutating func quoted(_ pieces: [Piece]) -> String {
            var (word, text) = ("", "")
            for piece in pieces {
                switch piece {
                case .text(let more): text += more
                case .variable(let name):
                    word += Self.quoted(text) + "\"${\(unique(name)):?}\""
                    text = ""
                }
            }
            return word + Self.quoted(text)
        }

        private static func quoted(_ text: String) -> String {
            text.allSatisfy { $0.isASCII && $0.isLetter } ? text : "'\(escaped(text))'"
        }

        private mutating func unique(_ name: String) -> String {
            let valid = String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            uses[valid, default: 0] += 1
            return uses[valid].map { $0 > 1 ? "\(valid)_\($0)" : valid } ?? valid
        }

        /// Characters that a terminal interprets are replaced.
        private static func escaped(_ text: String) -> String {
            text.unicodeScalars.map { scalar -> String in
                switch scalar {
                case "'": #"'\''"#
                case _ where scalar.properties.generalCategory == .control || scalar.properties.isBidiControl:
                    "\u{FFFD}"
                default: String(scalar)
                }
            }.joined()
        }
    }
}

/// Reports each request as a cURL command just before it is sent. Put it next to the transport, where the request is
/// final.
public struct CURLInterceptor: Interceptor {
    private let authorities: String?
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - authorities: the path of a PEM file with the certificates to trust, if the transport trusts one.
    ///   - report: receives one command for each attempt.
    public init(authorities: String? = nil, report: @escaping @Sendable (String) -> Void) {
        self.authorities = authorities
        self.report = report
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        report(CURLCommand(call, authorities: authorities).text)
        return try await next(call)
    }
}

/// The header fields whose values a log may show.
///
/// They describe a request, a representation or a server, and never identify the caller. A list of secret names instead
/// would be incomplete for some APIs.
enum HarmlessFields {
    static func contains(_ name: HTTPField.Name) -> Bool { names.contains(name.canonicalName) }

    private static let names: Set<String> = [
        "accept", "accept-encoding", "accept-language", "accept-ranges", "age", "allow", "cache-control", "connection",
        "content-encoding", "content-language", "content-length", "content-range", "content-type", "date",
        "deprecation",
        "etag", "expires", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
        "keep-alive", "last-modified", "prefer", "range", "retry-after", "server", "sunset", "transfer-encoding",
        "user-agent", "vary", "x-request-id",
    ]
}
