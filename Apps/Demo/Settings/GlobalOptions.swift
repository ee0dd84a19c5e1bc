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
    @Option(name: .customLong("base-url"), help: SettingKey.baseURL.help("url"))
    var baseURL: String?

    @Option(help: SettingKey.timeout.help("seconds"))
    var timeout: Double?

    @Option(help: SettingKey.deadline.help("seconds"))
    var deadline: Double?

    @Option(help: SettingKey.retries.help("count"))
    var retries: Int?

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

    @Option(
        help: ArgumentHelp("A settings file; ~/.config/strata/settings.json is read if it exists.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var settings: String?

    /// Which settings these options name.
    var typed: Set<SettingKey> {
        let said: [(SettingKey, Bool)] = [
            (.baseURL, baseURL != nil), (.timeout, timeout != nil), (.deadline, deadline != nil),
            (.retries, retries != nil), (.maxRedirects, maxRedirects != nil), (.authorities, authorities != nil),
            (.pins, !pins.isEmpty), (.transport, transport != nil), (.dataDirectory, dataDir != nil),
        ]
        return Set(said.filter(\.1).map(\.0))
    }

    func validate() throws {
        if settings?.isEmpty == true { throw ValidationError("--settings must name a file.") }
    }
}

extension SettingKey {
    fileprivate func help(_ valueName: String) -> ArgumentHelp {
        ArgumentHelp("\(meaning)\(standard.map { " (\($0))" } ?? "").", valueName: valueName)
    }
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
