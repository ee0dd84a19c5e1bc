import ArgumentParser

/// What `strata api` prints of an answer, and where it goes.
struct ResponseOptions: ParsableArguments, Sendable {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            """
            Write the body to a file. A download that was cut goes on where it stopped, --retries says how often by itself, \
            and --deadline limits all of it. With - the bytes go to standard output as they are, up to 16 MiB, and nothing \
            is kept for later (./- is a file of that name).
            """,
            valueName: "file"),
        completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp("With --output FILE: the SHA-256 that it must have, in hexadecimal.", valueName: "digest"))
    var sha256: String?

    @Flag(name: .shortAndLong, help: "Print status line and header fields before the body; not with --output FILE.")
    var include = false

    @Flag(help: "Print the request as a cURL line, without its secrets, on standard error.")
    var curl = false

    @Flag(help: "Show the query values of the request in logs, traces and cURL lines, except an API key.")
    var showQuery = false

    /// Where the body goes.
    enum Destination: Equatable {
        /// To standard output, in the form that its reader can use.
        case shown
        /// To standard output, byte for byte, whoever reads it.
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
        if file?.isEmpty == true { throw ValidationError("--output must name a file, or - for standard output.") }
        guard case .file = destination else {
            if sha256 != nil {
                throw ValidationError("--sha256 says what the file of --output must hold; name a file.")
            }
            return
        }
        if include {
            throw ValidationError(
                "--include prints the head before the body, and --output FILE keeps the body alone; leave one out.")
        }
    }
}
