import ArgumentParser

/// The parts of a `strata api` request besides method and target.
struct RequestOptions: ParsableArguments, Sendable {
    @Option(
        name: [.customShort("F"), .customLong("field")],
        help: ArgumentHelp(
            "Add a field. In a JSON object, true, false, null and 64-bit integers keep their type.",
            valueName: "name=value"))
    var fields: [String] = []

    @Option(
        name: [.customShort("f"), .customLong("raw-field")],
        help: ArgumentHelp("Add a field whose value is always a string.", valueName: "name=value"))
    var rawFields: [String] = []

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp("Add a header field.", valueName: "name: value"))
    var headers: [String] = []

    @Option(
        name: [.customShort("d"), .customLong("data")],
        help: ArgumentHelp(
            "Send a body: @FILE, @- for standard input, or the text itself. Set its Content-Type with --header.",
            valueName: "data"))
    var data: String?

    @Option(
        name: .customLong("form"),
        help: ArgumentHelp(
            "Add a text or file part to a multipart form. ;type= overrides the media type of a file's extension.",
            valueName: "name=@file|name=value")
    )
    var form: [String] = []

    func validate() throws {
        let ways = [!fields.isEmpty || !rawFields.isEmpty, data != nil, !form.isEmpty]
        if ways.count(where: { $0 }) > 1 { throw ValidationError("Use only one of --field, --data and --form.") }
    }
}

/// Header fields that `--header` rejects, because the networking layer sets them and would replace the value silently.
enum AutomaticField {
    /// Why `--header` rejects a field, as a sentence; `nil` for a field that it accepts.
    ///
    /// - Parameter isDownload: whether the response is downloaded to a file. A download requests its ranges itself.
    static func reason(_ name: String, isDownload: Bool = false) -> String? {
        switch name.lowercased() {
        case "host": "The target determines it. To use another server, pass an absolute URL."
        case "content-length": "The client computes it from the body."
        case "transfer-encoding": "The client sets it if the length of the body is unknown."
        // Connection-specific fields (RFC 9110 section 7.6.1).
        case "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade":
            "It applies to the connection, which the transport manages."
        case "x-request-id": "Each call has its own ID, which its errors report."
        case "range", "if-range", "accept-encoding":
            isDownload ? "With --output FILE, the download requests the missing bytes itself." : nil
        default: nil
        }
    }
}
