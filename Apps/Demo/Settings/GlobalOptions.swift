import ArgumentParser

/// What every command understands.
struct GlobalOptions: ParsableArguments, Sendable {
    @OptionGroup(title: "Settings") var connection: ConnectionOptions
    @OptionGroup(title: "What is shown on the way") var watching: WatchingOptions

    @Flag(help: "Print results as JSON.")
    var json = false
}

/// Settings that stand for one run over those of the environment and the file.
struct ConnectionOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("base-url"), help: ArgumentHelp("The API's address.", valueName: "url"))
    var baseURL: String?

    @Option(help: ArgumentHelp("How long one attempt may take, in seconds (30).", valueName: "seconds"))
    var timeout: Double?

    @Option(
        help: ArgumentHelp("How long a call may take with all its attempts, in seconds (120).", valueName: "seconds"))
    var deadline: Double?

    @Option(
        help: ArgumentHelp("How often a call that failed in passing is sent again, 0 to 10 (2).", valueName: "count"))
    var retries: Int?

    @Option(help: ArgumentHelp("How many redirects are followed, 0 to 50 (20).", valueName: "count"))
    var maxRedirects: Int?

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp("Trust the PEM certificates in a file too.", valueName: "file"), completion: .file())
    var authorities: String?

    @Option(
        name: .customLong("pin"),
        help: ArgumentHelp("Insist on a host's key; say it once for each key.", valueName: "host=sha256/…"))
    var pins: [String] = []

    @Option(
        help: ArgumentHelp(
            "What moves the requests: \(TransportKind.allCases.map(\.rawValue).joined(separator: " or ")).",
            valueName: "name"))
    var transport: String?

    @Option(help: ArgumentHelp("The folder for local data and tokens.", valueName: "folder"), completion: .directory)
    var dataDir: String?

    @Option(
        help: ArgumentHelp("A settings file; ~/.config/strata/settings.json is read if it exists.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var settings: String?
}

/// What a run tells about its calls, on standard error.
struct WatchingOptions: ParsableArguments, Sendable {
    @Flag(name: .shortAndLong, help: "Log every decision that is taken for a call.")
    var verbose = false

    @Flag(help: "Draw each call as a waterfall.")
    var trace = false

    @Option(help: ArgumentHelp("Write the waterfall as a page for the browser.", valueName: "file.html"))
    var traceFile: String?
}
