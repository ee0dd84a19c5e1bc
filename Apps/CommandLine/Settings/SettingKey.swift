import Composition
import Foundation
package import Services

/// A setting of the app. Its name in the settings file gives the names of its variable and its option.
///
/// `strata help settings` prints them all.
package struct SettingKey: Hashable, Sendable {
    /// The name in the settings file.
    let rawValue: String
    /// The help text, without its period.
    let meaning: String
    let standard: String?
    let option: String

    init(_ rawValue: String, _ meaning: String, standard: String? = nil, option: String? = nil) {
        self.rawValue = rawValue
        self.meaning = meaning
        self.standard = standard
        self.option = option ?? "--\(rawValue.replacing("_", with: "-"))"
    }

    /// The setting with the address of a further API.
    package init(_ api: FurtherAPI) {
        self.init(api.setting, api.meaning, standard: "the base URL of the API")
    }

    var variable: String { AppName.variablePrefix + rawValue.uppercased() }

    /// Names, meaning and default, as `strata help settings` prints them.
    var help: String {
        "  \(option), \(variable), \(rawValue)\n      \(meaning). Default: \(standard ?? "none")."
    }

    /// A number of seconds, as a user types it.
    package static func seconds(_ duration: Duration) -> String { digits(duration / .seconds(1)) }

    static func digits(_ number: Double) -> String {
        number.formatted(.number.grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    }
}

extension SettingKey: CaseIterable {
    /// In the order of the help: the addresses of further APIs follow the API's.
    package static var allCases: [SettingKey] {
        [.baseURL] + AppSettings.furtherAPIs.map { SettingKey($0) } + [
            .timeout, .deadline, .retryEnabled, .maxRetries, .maxRedirects, .authorities, .certificate,
            .certificateKey, .pins, .transport,
            .dataDirectory, .session,
            .authType, .user, .passwordFile, .apiKeyFile, .tokenFile,  // Part: lab
        ]
    }

    private static let defaults = AppSettings.standard

    package static let baseURL = SettingKey(
        "base_url", "Send requests to the API at this base URL", standard: defaults.baseURL.absoluteString)
    static let timeout = SettingKey(
        "timeout", "Limit each attempt to this many seconds", standard: seconds(defaults.timeout))
    static let deadline = SettingKey(
        "deadline", "Limit each call, with all its attempts, to this many seconds",
        standard: seconds(defaults.deadline))
    static let retryEnabled = SettingKey(
        "retry_enabled", "Retry calls after temporary failures: true or false", standard: "true")
    static let maxRetries = SettingKey(
        "max_retries",
        "Retry a call after a temporary failure, and resume a download without progress, this many times, 0 to 10",
        standard: "\(defaults.retries)")
    static let maxRedirects = SettingKey(
        "max_redirects", "Follow this many redirects, 0 to 50", standard: "\(defaults.maxRedirects)")
    static let authorities = SettingKey(
        "ca_file", "Trust the PEM certificates in this file, besides the system's")
    static let certificate = SettingKey(
        "cert_file", "Identify with the PEM certificate in this file to servers that request one; needs key_file",
        option: "--cert")
    static let certificateKey = SettingKey(
        "key_file", "Read the PEM key of cert_file from this file, which only you may be able to read", option: "--key")
    static let pins = SettingKey(
        "pin", "Require this key of a host; repeat the option, or separate keys with commas in a setting")
    static let transport = SettingKey(
        "transport", "Send requests with this transport: \(TransportKind.names)",
        standard: "nio; urlsession on Apple platforms")
    static let dataDirectory = SettingKey(
        "data_dir", "Store local data and tokens in this folder",
        standard: "~/.local/share/\(AppName.command); on macOS ~/Library/Application Support/\(AppName.command)")
    package static let session = SettingKey(
        "session", "Choose what is stored on this machine: \(SessionKind.names)",
        standard: defaults.session.rawValue)
}

extension AppSettings {
    /// The settings of `strata` without options, variables and a settings file.
    static let standard = AppSettings(
        baseURL: standardBaseURL, dataDirectory: UserFolders(environment: [:]).data)
}

extension SessionKind {
    static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}

extension TransportKind {
    static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }
}
