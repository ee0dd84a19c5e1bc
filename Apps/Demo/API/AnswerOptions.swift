import ArgumentParser

/// What `strata api` prints of an answer, and where it goes.
struct AnswerOptions: ParsableArguments, Sendable {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Write the body to a file. A download that was cut goes on where it stopped; --deadline limits all of it.",
            valueName: "file"),
        completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp("With --output: the SHA-256 that the file must have, in hexadecimal.", valueName: "digest"))
    var sha256: String?

    @Flag(name: .shortAndLong, help: "Print status line and header fields before the body.")
    var include = false

    @Flag(help: "Print the request as a cURL line, without its secrets, on standard error.")
    var curl = false

    func validate() throws {
        if sha256 != nil && file == nil { throw ValidationError("--sha256 says what --output must hold; name a file.") }
    }
}
