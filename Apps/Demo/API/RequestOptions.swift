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
