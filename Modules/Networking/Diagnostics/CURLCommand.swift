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
    /// - Parameter files: the PEM files that the transport uses.
    public init(_ call: Call, files: Files = Files()) {
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
        for (option, path) in [
            ("--cacert", files.authorities), ("--cert", files.certificate), ("--key", files.certificateKey),
        ] {
            if let path { command.add(option, [.text(path)]) }
        }
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
        let (shown, isWhole) = HarmlessFields.shown(field)
        guard !isWhole else { return [.text("\(field.name.rawName): \(shown)")] }
        return [.text("\(field.name.rawName): "), .variable("HEADER_\(field.name.rawName)")]
    }

    /// The paths of PEM files; `nil` for those that the transport does not use.
    public struct Files: Sendable, Hashable {
        /// The certificates that are trusted besides the system's.
        public var authorities: String?
        /// The client's certificate.
        public var certificate: String?
        /// The key of the client's certificate.
        public var certificateKey: String?

        /// Creates a value without files.
        public init() {}
    }

    /// A part of one argument.
    private enum Piece {
        case text(String)
        /// The name of a variable, before it is made valid and unique.
        case variable(String)
    }

    private struct Command {
        private(set) var words = ["curl"]
        /// The names of the variables so far, and the last number that each was used with.
        private var names: Set<String> = []
        private var numbers: [String: Int] = [:]

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
                    // A query value may be empty.
                    let check = name.hasPrefix("QUERY_") ? "?" : ":?"
                    word += Self.quoted(text) + "\"${\(unique(name))\(check)}\""
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
            var number = numbers[valid, default: 0] + 1
            var name = number > 1 ? "\(valid)_\(number)" : valid
            while !names.insert(name).inserted {
                number += 1
                name = "\(valid)_\(number)"
            }
            numbers[valid] = number
            return name
        }

        /// Characters that a terminal interprets are written by `printf`.
        private static func escaped(_ text: String) -> String {
            text.unicodeScalars.map { scalar -> String in
                switch scalar {
                case "'": #"'\''"#
                // A shell would remove it from the end of what `printf` writes.
                case "\n": "\n"
                case _ where scalar.properties.generalCategory == .control || scalar.properties.isBidiControl:
                    "'\"$(printf '\(String(scalar).utf8.map { "\\\(String($0, radix: 8))" }.joined())')\"'"
                default: String(scalar)
                }
            }.joined()
        }
    }
}

/// Reports each request as a cURL command just before it is sent. Put it next to the transport, where the request is
/// final.
public struct CURLInterceptor: Interceptor {
    private let files: CURLCommand.Files
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - files: the PEM files that the transport uses.
    ///   - report: receives one command for each attempt.
    public init(files: CURLCommand.Files = CURLCommand.Files(), report: @escaping @Sendable (String) -> Void) {
        self.files = files
        self.report = report
    }

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        report(CURLCommand(call, files: files).text)
        return try await next(call)
    }
}

/// The header fields whose values a log may show.
///
/// They describe a request, a representation or a server, and never identify the caller. A list of secret names instead
/// would be incomplete for some APIs.
enum HarmlessFields {
    /// The beginning of the value that a log may show, and whether it is the whole value.
    static func shown(_ field: HTTPField) -> (text: String, isWhole: Bool) {
        let value = field.value
        guard field.indexingStrategy != .disallow, names.contains(field.name.canonicalName) else { return ("", false) }
        guard field.name == .contentType, let mark = value.firstIndex(of: ";") else { return (value, true) }
        // The parameters of a media type can be any text, except the boundary of a form that this client has made.
        let parameters = value[mark...].lowercased().filter { $0 != " " }
        let areHarmless = parameters.wholeMatch(of: /;charset=utf-8|;boundary=boundary-[0-9a-f\-]{36}/) != nil
        return areHarmless ? (value, true) : ("\(value[..<mark]); ", false)
    }

    private static let names: Set<String> = [
        "accept", "accept-encoding", "accept-language", "accept-ranges", "age", "allow", "cache-control", "connection",
        "content-encoding", "content-language", "content-length", "content-range", "content-type", "date",
        "deprecation",
        "etag", "expires", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
        "keep-alive", "last-modified", "prefer", "range", "retry-after", "server", "sunset", "transfer-encoding",
        "user-agent", "vary", "x-request-id",
    ]
}
