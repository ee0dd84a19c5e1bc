import ArgumentParser

/// What `strata api` sends beside method and target.
struct RequestOptions: ParsableArguments, Sendable {
    @Option(
        name: [.customShort("F"), .customLong("field")],
        help: ArgumentHelp(
            "A value by name. In a JSON object, true, false, null and whole numbers of 64 bits keep their type.",
            valueName: "name=value"))
    var fields: [String] = []

    @Option(
        name: [.customShort("f"), .customLong("raw-field")],
        help: ArgumentHelp("A value by name that stays a text.", valueName: "name=value"))
    var rawFields: [String] = []

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp("A header field.", valueName: "name: value"))
    var headers: [String] = []

    @Option(
        name: [.customShort("d"), .customLong("data")],
        help: ArgumentHelp(
            "The body: @FILE, @- for standard input, or the text itself. Name its Content-Type with --header.",
            valueName: "data"))
    var data: String?

    @Option(
        name: .customLong("form"),
        help: ArgumentHelp(
            "A part of a multipart form: a text, or a file after @, whose type follows from its ending or stands behind ;type=.",
            valueName: "name=@file|name=value")
    )
    var form: [String] = []

    func validate() throws {
        let ways = [!fields.isEmpty || !rawFields.isEmpty, data != nil, !form.isEmpty]
        if ways.count(where: { $0 }) > 1 { throw ValidationError("Use one of --field, --data and --form.") }
    }
}
