import Composition
import Foundation

/// A setting of the app. Its name in the settings file gives the names of its variable and its option.
///
/// A test compares the table in Docs/reference/cli.md with these values.
enum SettingKey: String, CaseIterable, Sendable {
    case baseURL = "base_url"
    case booksURL = "books_url"  // feature: Books
    case timeout
    case deadline
    case retryEnabled = "retry_enabled"
    case maxRetries = "max_retries"
    case maxRedirects = "max_redirects"
    case authorities = "ca_file"
    case pins = "pin"
    case transport
    case dataDirectory = "data_dir"
    case session
    case authType = "auth_type"
    case user = "auth_user"
    case passwordFile = "password_file"
    case apiKeyFile = "api_key_file"
    case tokenFile = "token_file"

    /// The settings that only `strata api` has options for.
    static var credentials: Set<SettingKey> { [.authType, .user, .passwordFile, .apiKeyFile, .tokenFile] }

    /// The name of the environment variable.
    var variable: String { AppName.variablePrefix + rawValue.uppercased() }

    /// The name of the command-line option.
    var option: String {
        switch self {
        case .authType: "--auth"
        case .user: "--user"
        default: "--\(rawValue.replacing("_", with: "-"))"
        }
    }

    /// The help text, without its full stop.
    var meaning: String {
        switch self {
        case .baseURL: "Send requests to the API at this base URL"
        case .booksURL: "Read books from the Gutendex server at this base URL"  // feature: Books
        case .timeout: "Limit each attempt to this many seconds"
        case .deadline: "Limit each call, with all its attempts, to this many seconds"
        case .retryEnabled: "Retry calls after temporary failures: true or false"
        case .maxRetries:
            "Retry a call after a temporary failure, and resume a download without progress, this many times, 0 to 10"
        case .maxRedirects: "Follow this many redirects, 0 to 50"
        case .authorities: "Trust the PEM certificates in this file, besides the system's"
        case .pins: "Require this key of a host; repeat the option, or separate keys with commas elsewhere"
        case .transport: "Send requests with this transport: \(TransportKind.names)"
        case .dataDirectory: "Store local data and tokens in this folder"
        case .session: "Store data as this kind of session does: \(SessionKind.names)"
        case .authType: "Sign the requests of `\(AppName.command) api` to the base URL: none, bearer, api_key or basic"
        case .user: "Set the user name for basic"
        case .passwordFile: "Read the password for basic from the first line of this file"
        case .apiKeyFile: "Read the key for api_key from the first line of this file"
        case .tokenFile: "Read the token for bearer from the first line of this file, instead of using a login"
        }
    }

    /// The default, as text; `nil` if there is none.
    var standard: String? {
        let settings = AppSettings.standard
        return switch self {
        case .baseURL: settings.baseURL.absoluteString
        case .booksURL: "the base URL of the API"  // feature: Books
        case .timeout: Self.seconds(settings.timeout)
        case .deadline: Self.seconds(settings.deadline)
        case .retryEnabled: "true"
        case .maxRetries: "\(settings.retries)"
        case .maxRedirects: "\(settings.maxRedirects)"
        case .authorities, .pins, .user, .passwordFile, .apiKeyFile, .tokenFile: nil
        case .authType: "bearer for a path if you are logged in, otherwise none"
        case .transport: "nio; urlsession on Apple platforms"
        case .dataDirectory:
            "~/.local/share/\(AppName.command); on macOS ~/Library/Application Support/\(AppName.command)"
        case .session: settings.session.rawValue
        }
    }

    /// A number of seconds, as a user types it.
    static func seconds(_ duration: Duration) -> String {
        (duration / .seconds(1)).formatted(.number.grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    }
}
