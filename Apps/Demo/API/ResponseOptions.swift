import ArgumentParser

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

    /// Where the body goes.
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
