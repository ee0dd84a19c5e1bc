public import HTTPTypes

/// Reports what another transport sends and receives: method, URL and header fields of each request, then status and
/// header fields of its response. Unlike ``CallEvent``s, this includes token refreshes and redirects with their fields.
///
/// All query values are redacted, and so is the value of each field that is not known to be harmless.
public struct LoggingTransport: Transport {
    private let base: any Transport
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - base: sends the requests.
    ///   - report: receives the lines of one request or response. They begin with `>` or `<`. A field's value may
    ///     contain characters that a terminal interprets.
    public init(_ base: any Transport, report: @escaping @Sendable (String) -> Void) {
        self.base = base
        self.report = report
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        log(request)
        return log(try await base.send(request, body: body))
    }

    public func send(
        _ request: HTTPRequest, body: RequestBody, on options: ExchangeOptions
    ) async throws(TransportError) -> ServerResponse {
        log(request)
        return log(try await base.send(request, body: body, on: options))
    }

    public func shutdown() async { await base.shutdown() }

    private func log(_ request: HTTPRequest) {
        let url = RedactedURL(request, showing: [])
        report(Self.lines("> ", "\(request.method.rawValue) \(url.text)", request.headerFields))
    }

    private func log(_ response: ServerResponse) -> ServerResponse {
        let status = response.head.status
        report(Self.lines("< ", "\(status.code) \(status.reasonPhrase)", response.head.headerFields))
        return response
    }

    private static func lines(_ mark: String, _ first: String, _ fields: HTTPFields) -> String {
        let rest = fields.map { "\($0.name.rawName): \(shown($0))" }
        return ([first] + rest).map { mark + $0 }.joined(separator: "\n")
    }

    private static func shown(_ field: HTTPField) -> String {
        let (text, isWhole) = HarmlessFields.shown(field)
        return isWhole ? text : text + "‹redacted›"
    }
}
