import Composition
import Foundation

/// A setting of the app: one name in a settings file, from which those of its variable and of its option follow.
///
/// Docs/settings.md has them as a table, which is compared with what stands here.
enum SettingKey: String, CaseIterable, Sendable {
    case baseURL = "base_url"
    case timeout
    case deadline
    case retries
    case maxRedirects = "max_redirects"
    case authorities = "ca_file"
    case pins = "pin"
    case transport
    case dataDirectory = "data_dir"

    /// In the environment.
    var variable: String { "STRATA_\(rawValue.uppercased())" }

    /// On the command line.
    var option: String { "--\(rawValue.replacing("_", with: "-"))" }

    /// One sentence, without its full stop.
    var meaning: String {
        switch self {
        case .baseURL: "The API's address"
        case .timeout: "How long one attempt may take, in seconds"
        case .deadline: "How long a call may take with all its attempts, in seconds"
        case .retries:
            "How often a call that failed in passing is sent again, and how often in a row a download that brings "
                + "nothing new goes on by itself, 0 to 10"
        case .maxRedirects: "How many redirects are followed, 0 to 50"
        case .authorities: "Trust the PEM certificates in a file too"
        case .pins: "Insist on a host's key; the option is said once for each key, elsewhere commas stand between"
        case .transport: "What moves the requests: \(TransportKind.names)"
        case .dataDirectory: "The folder for local data and tokens"
        }
    }

    /// What holds where nobody says anything; `nil` for nothing.
    var standard: String? {
        let settings = AppSettings.standard
        return switch self {
        case .baseURL: settings.baseURL.absoluteString
        case .timeout: Self.seconds(settings.timeout)
        case .deadline: Self.seconds(settings.deadline)
        case .retries: "\(settings.retries)"
        case .maxRedirects: "\(settings.maxRedirects)"
        case .authorities, .pins: nil
        case .transport: "nio, and urlsession on Apple's platforms"
        case .dataDirectory: "~/.local/share/strata, on macOS ~/Library/Application Support/strata"
        }
    }

    /// A number of seconds as it is typed.
    static func seconds(_ duration: Duration) -> String {
        (duration / .seconds(1)).formatted(.number.grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
    }
}
