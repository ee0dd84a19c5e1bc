import ArgumentParser
import Networking
import Primitives

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

/// The options that select what `strata api` prints of a response, and where.
struct ResponseOptions: ParsableArguments, Sendable {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            """
            Write the body to this file, and resume an interrupted download within --max-retries and --deadline. With -, \
            write up to 16 MiB to standard output unchanged (./- is a file of that name).
            """,
            valueName: "file"),
        completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Require this SHA-256 digest of the file, in hexadecimal. Needs --output FILE.", valueName: "digest"))
    var sha256: String?

    @Flag(
        name: .shortAndLong,
        help: "Print status line and header fields before the body. Not available with --output FILE.")
    var include = false

    @Flag(help: "Print each request as a cURL command on standard error, with shell variables in place of secrets.")
    var curl = false

    enum Destination: Equatable {
        /// Standard output, formatted for a terminal and unchanged for a pipe.
        case shown
        /// Standard output, unchanged even on a terminal.
        case raw
        case file(String)
    }

    var destination: Destination {
        switch file {
        case nil: .shown
        case "-": .raw
        case let path?: .file(path)
        }
    }

    func validate() throws {
        if let file, file.isEmpty || file.hasSuffix("/") {
            throw ValidationError("--output must name a file, or - for standard output.")
        }
        guard case .file = destination else {
            if sha256 != nil {
                throw ValidationError("--sha256 requires --output FILE.")
            }
            return
        }
        if include {
            throw ValidationError(
                "--include can't be combined with --output FILE, which saves only the body.")
        }
    }
}

struct PageOptions: ParsableArguments, Sendable {
    @Flag(help: "Request all pages of a list, and print one page per line.")
    var paginate = false

    @Flag(help: "Print the pages as one JSON array. Needs --paginate.")
    var slurp = false

    @Option(
        help: ArgumentHelp(
            "Stop after this many pages. Without it, more than \(PageOptions.standardLimit.grouped) are an error.",
            valueName: "count"))
    var maxPages: Int?

    /// The limit without `--max-pages`, so that a list without an end is an error.
    static var standardLimit: Int { 1_000 }

    func validate() throws {
        guard paginate || (!slurp && maxPages == nil) else {
            throw ValidationError("--slurp and --max-pages require --paginate.")
        }
        if let maxPages, !(1...100_000).contains(maxPages) {
            throw ValidationError("--max-pages must be from 1 to 100000, not \(maxPages).")
        }
    }
}
