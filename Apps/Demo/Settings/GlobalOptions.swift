import ArgumentParser

/// What every command understands.
struct GlobalOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("base-url"), help: ArgumentHelp("The API's address.", valueName: "url"))
    var baseURL: String?

    @Option(help: ArgumentHelp("How long a call may take, in seconds.", valueName: "seconds"))
    var timeout: Double?

    @Option(help: ArgumentHelp("The folder for local data and tokens.", valueName: "folder"), completion: .directory)
    var dataDir: String?

    @Option(
        help: ArgumentHelp("A settings file; ~/.config/strata/settings.json is read if it exists.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var settings: String?

    @Flag(help: "Print results as JSON.")
    var json = false
}
