import ArgumentParser
import Composition

/// The options of every command. They have no section titles, so that help lists them after the command's own options.
struct GlobalOptions: ParsableArguments, Sendable {
    @Flag(help: "Print results as JSON.")
    var json = false

    @OptionGroup var watching: WatchingOptions
    @OptionGroup var connection: ConnectionOptions
}

/// Settings for one run. They take precedence over the environment and the settings file.
struct ConnectionOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("base-url"), help: SettingKey.baseURL.help("url"))
    var baseURL: String?

    // feature: Books begin
    @Option(name: .customLong("books-url"), help: SettingKey.booksURL.help("url"))
    var booksURL: String?

    // feature: Books end
    @Option(help: SettingKey.timeout.help("seconds"))
    var timeout: Double?

    @Option(help: SettingKey.deadline.help("seconds"))
    var deadline: Double?

    @Option(help: SettingKey.retryEnabled.help("true|false"))
    var retryEnabled: String?

    @Option(help: SettingKey.maxRetries.help("count"))
    var maxRetries: Int?

    @Option(help: SettingKey.maxRedirects.help("count"))
    var maxRedirects: Int?

    @Option(name: .customLong("ca-file"), help: SettingKey.authorities.help("file"), completion: .file())
    var authorities: String?

    @Option(name: .customLong("pin"), help: SettingKey.pins.help("host=sha256/…"))
    var pins: [String] = []

    @Option(help: SettingKey.transport.help("name"))
    var transport: String?

    @Option(help: SettingKey.dataDirectory.help("folder"), completion: .directory)
    var dataDir: String?

    @Option(help: SettingKey.session.help("kind"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "Read settings from this file. (default: ~/.config/\(AppName.command)/settings.json, if it exists)",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var settings: String?

    /// The settings that were passed as options.
    var typed: Set<SettingKey> {
        let passed: [(SettingKey, Bool)] = [
            (.booksURL, booksURL != nil),  // feature: Books
            (.baseURL, baseURL != nil), (.timeout, timeout != nil), (.deadline, deadline != nil),
            (.retryEnabled, retryEnabled != nil), (.maxRetries, maxRetries != nil),
            (.maxRedirects, maxRedirects != nil), (.authorities, authorities != nil),
            (.pins, !pins.isEmpty), (.transport, transport != nil), (.dataDirectory, dataDir != nil),
            (.session, session != nil),
        ]
        return Set(passed.filter(\.1).map(\.0))
    }

    func validate() throws {
        if settings?.isEmpty == true { throw ValidationError("--settings requires a file name.") }
    }
}

extension SettingKey {
    fileprivate func help(_ valueName: String) -> ArgumentHelp {
        ArgumentHelp("\(meaning).\(standard.map { " (default: \($0))" } ?? "")", valueName: valueName)
    }
}

/// What a run reports about its calls on standard error.
struct WatchingOptions: ParsableArguments, Sendable {
    @Flag(name: .shortAndLong, help: "Log every event of each call.")
    var verbose = false

    @Flag(help: "Draw each call as a waterfall of its attempts and pauses.")
    var trace = false

    @Flag(help: "Show query values in logs, traces, errors and cURL commands, except those named like a secret.")
    var showQuery = false

    @Option(help: ArgumentHelp("Write the waterfall to this HTML file.", valueName: "file.html"))
    var traceFile: String?
}
