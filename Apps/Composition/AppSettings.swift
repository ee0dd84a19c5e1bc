import Foundation

/// What the app needs to know before it can be put together.
struct AppSettings: Sendable {
    /// Of the backend, without a version.
    var baseURL: URL
    /// How long one attempt of a call may take.
    var timeout: Duration = .seconds(30)
    /// How long a call may take with all its attempts and the waits between them.
    var deadline: Duration = .seconds(120)
    /// How long a token refresh may take. A short limit for calls must not cut it: the server has spent the old refresh
    /// token by then, and the response with the new one would be lost.
    var refreshTimeout: Duration { max(timeout, .seconds(30)) }
    /// How often a call that failed in passing is sent again; 0 for never.
    var retries = 2
    /// How many redirects a call follows; 0 for none.
    var maxRedirects = 20
    /// Certificates that are trusted beside the system's.
    var authorities: CertificateFile?
    /// Which keys a host's certificate may have.
    var pins: [HostPin] = []
    var transport = TransportKind.standard
    /// Holds the database, and in it the tokens.
    var dataDirectory: URL
    /// What was typed for this one run: a fault in it is one of usage.
    var typed: Set<SettingKey> = []
    /// Where `strata api --profile` looks.
    var profiles = OAuthProfiles.none

    /// What holds where nobody says anything, but for the data folder, which is the user's.
    static var standard: AppSettings {
        AppSettings(baseURL: standardBaseURL, dataDirectory: UserFolders(environment: [:]).data)
    }

    /// The status of a fault that shows only when all is put together: of usage where one of `keys` was typed.
    func status(ofFaultIn keys: SettingKey..., typed status: ExitStatus = .usage) -> ExitStatus {
        typed.isDisjoint(with: keys) ? .settings : status
    }

    /// Where `strata serve` listens unless told otherwise.
    private static var standardBaseURL: URL {
        var address = URLComponents()
        (address.scheme, address.host, address.port) = ("http", "127.0.0.1", ServeCommand.defaultPort)
        return address.url ?? URL(filePath: "/")
    }
}

/// Which of the two transports moves the requests.
enum TransportKind: String, CaseIterable, Sendable {
    case nio, urlsession

    /// All of them, as a sentence says it.
    static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }

    static var standard: TransportKind {
        #if canImport(Darwin)
        .urlsession
        #else
        .nio
        #endif
    }
}
