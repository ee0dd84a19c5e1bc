public import ArgumentParser
import Composition
public import Foundation
public import Models

/// The options of every command. Help lists them by their titles, after the command's own options.
///
/// These groups contain no further groups, because the parser prepares a group once for each level above it: with one
/// more level, a start took 0.8 s of processor time instead of 0.2 s in a debug build.
package struct GlobalOptions: ParsableArguments, Sendable {
    @OptionGroup(title: "Request") package var call: CallOptions
    @OptionGroup(title: "Storage") var storage: StorageOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Diagnostics") var watching: WatchingOptions

    package init() {}

    package var json: Bool { output.json }

    /// The settings that were passed as options, as text. They apply to one run, and take precedence over the environment
    /// and the settings file.
    var typed: [SettingKey: String] {
        let options: [SettingKey: String?] = [
            .baseURL: call.baseURL, .timeout: call.timeout.map { "\($0)" }, .deadline: call.deadline.map { "\($0)" },
            .retryEnabled: call.retryEnabled, .maxRetries: call.maxRetries.map { "\($0)" },
            .maxRedirects: call.maxRedirects.map { "\($0)" }, .authorities: call.authorities,
            .certificate: call.certificate, .certificateKey: call.certificateKey,
            .pins: call.pins.isEmpty ? nil : call.pins.joined(separator: ","), .transport: call.transport,
            .dataDirectory: storage.dataDir, .session: storage.session,
        ]
        return options.compactMapValues(\.self)
    }
}

struct OutputOptions: ParsableArguments, Sendable {
    @Flag(help: "Print results as JSON.")
    var json = false
}

package struct CallOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("base-url"), help: SettingKey.baseURL.help("url"))
    package var baseURL: String?

    @Option(help: SettingKey.timeout.help("seconds"))
    var timeout: Double?

    @Option(help: SettingKey.deadline.help("seconds"))
    package var deadline: Double?

    @Option(help: SettingKey.retryEnabled.help("true|false"), completion: .list(["true", "false"]))
    var retryEnabled: String?

    @Option(help: SettingKey.maxRetries.help("count"))
    var maxRetries: Int?

    @Option(help: SettingKey.maxRedirects.help("count"))
    var maxRedirects: Int?

    @Option(name: .customLong("ca-file"), help: SettingKey.authorities.help("file"), completion: .file())
    var authorities: String?

    @Option(name: .customLong("cert"), help: SettingKey.certificate.help("file"), completion: .file())
    var certificate: String?

    @Option(name: .customLong("key"), help: SettingKey.certificateKey.help("file"), completion: .file())
    var certificateKey: String?

    @Option(name: .customLong("pin"), help: SettingKey.pins.help("host=sha256/…"))
    var pins: [String] = []

    @Option(help: SettingKey.transport.help("name"), completion: .list(TransportKind.allCases.map(\.rawValue)))
    var transport: String?

    package init() {}
}

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
    package func help(_ valueName: String) -> ArgumentHelp {
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

extension Decimal: @retroactive ExpressibleByArgument {
    /// Parses a number with a decimal point, in every locale. `Decimal(string:)` would accept `1.5x`.
    public init?(argument: String) {
        guard argument.wholeMatch(of: /-?[0-9]{1,30}(?:\.[0-9]{1,8})?/) != nil,
            let number = Decimal(string: argument, locale: Locale(identifier: "en_US_POSIX"))
        else { return nil }
        self = number
    }
}

extension Timestamp: ExpressibleByArgument {
    public init?(argument: String) {
        guard let timestamp = try? Timestamp(parsing: argument) else { return nil }
        self = timestamp
    }
}
