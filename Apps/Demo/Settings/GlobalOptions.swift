import ArgumentParser
import Composition

/// The options of every command. Help lists them by their titles, after the command's own options.
///
/// These groups contain no further groups, because the parser prepares a group once for each level above it: with one
/// more level, a start took 0.8 s of processor time instead of 0.2 s in a debug build.
struct GlobalOptions: ParsableArguments, Sendable {
    @OptionGroup(title: "Request") var call: CallOptions
    @OptionGroup(title: "Storage") var storage: StorageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Diagnostics") var watching: WatchingOptions

    var json: Bool { output.json }

    /// - Parameter addresses: what the command's own options say about the addresses of further APIs.
    func connection(_ addresses: [SettingKey: String] = [:]) -> ConnectionOptions {
        ConnectionOptions(call: call, storage: storage, addresses: addresses)
    }
}

/// How a command prints its result.
struct OutputOptions: ParsableArguments, Sendable {
    @Flag(help: "Print results as JSON.")
    var json = false
}

/// Settings for one run. They take precedence over the environment and the settings file.
struct ConnectionOptions: Sendable {
    let call: CallOptions
    let storage: StorageOptions
    /// The addresses of further APIs, which a feature's commands have options for.
    var addresses: [SettingKey: String] = [:]

    /// The settings that were passed as options.
    var typed: Set<SettingKey> {
        let passed: [(SettingKey, Bool)] = [
            (.baseURL, call.baseURL != nil), (.timeout, call.timeout != nil), (.deadline, call.deadline != nil),
            (.retryEnabled, call.retryEnabled != nil), (.maxRetries, call.maxRetries != nil),
            (.maxRedirects, call.maxRedirects != nil), (.authorities, call.authorities != nil),
            (.pins, !call.pins.isEmpty), (.transport, call.transport != nil),
            (.dataDirectory, storage.dataDir != nil), (.session, storage.session != nil),
        ]
        return Set(passed.filter(\.1).map(\.0)).union(addresses.keys)
    }
}

/// Where and how a command sends its requests.
struct CallOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("base-url"), help: SettingKey.baseURL.help("url"))
    var baseURL: String?

    @Option(help: SettingKey.timeout.help("seconds"))
    var timeout: Double?

    @Option(help: SettingKey.deadline.help("seconds"))
    var deadline: Double?

    @Option(help: SettingKey.retryEnabled.help("true|false"), completion: .list(["true", "false"]))
    var retryEnabled: String?

    @Option(help: SettingKey.maxRetries.help("count"))
    var maxRetries: Int?

    @Option(help: SettingKey.maxRedirects.help("count"))
    var maxRedirects: Int?

    @Option(name: .customLong("ca-file"), help: SettingKey.authorities.help("file"), completion: .file())
    var authorities: String?

    @Option(name: .customLong("pin"), help: SettingKey.pins.help("host=sha256/…"))
    var pins: [String] = []

    @Option(help: SettingKey.transport.help("name"), completion: .list(TransportKind.allCases.map(\.rawValue)))
    var transport: String?
}

/// What a command stores on this machine, and where.
struct StorageOptions: ParsableArguments, Sendable {
    @Option(help: SettingKey.dataDirectory.help("folder"), completion: .directory)
    var dataDir: String?

    @Option(help: SettingKey.session.help("kind"), completion: .list(SessionKind.allCases.map(\.rawValue)))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "Read settings from this file. (default: ~/.config/\(AppName.command)/settings.json, if it exists)",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var settings: String?

    func validate() throws {
        if settings?.isEmpty == true { throw ValidationError("--settings requires a file name.") }
    }
}

extension SettingKey {
    func help(_ valueName: String) -> ArgumentHelp {
        ArgumentHelp("\(meaning).\(standard.map { " (default: \($0))" } ?? "")", valueName: valueName)
    }
}

/// What a run reports about its calls on standard error.
struct WatchingOptions: ParsableArguments, Sendable {
    @Flag(name: .shortAndLong, help: "Log every event of each call, and the header fields that are sent and received.")
    var verbose = false

    @Flag(help: "Draw each call as a waterfall of its attempts and pauses.")
    var trace = false

    @Flag(help: "Show query values in logs, traces, errors and cURL commands, except those named like a secret.")
    var showQuery = false

    @Option(
        help: ArgumentHelp("Write the waterfall to this HTML file.", valueName: "file.html"),
        completion: .file(extensions: ["html"]))
    var traceFile: String?
}
