import Foundation

/// What the app needs to know before it can be put together.
struct AppSettings: Sendable {
    /// Of the backend, without a version.
    var baseURL: URL
    /// How long one attempt of a call may take.
    var timeout: Duration = .seconds(30)
    /// How long a call may take with all its attempts and the waits between them.
    var deadline: Duration = .seconds(120)
    /// How often a call that failed in passing is sent again; 0 for never.
    var retries = 2
    /// How many redirects a call follows; 0 for none.
    var maxRedirects = 20
    /// A PEM file of certificates that are trusted beside the system's.
    var authorities: URL?
    /// Which keys a host's certificate may have, each as `host=sha256/BASE64`.
    var pins: [String] = []
    var transport = TransportKind.standard
    /// Holds the database, and in it the tokens.
    var dataDirectory: URL
    /// Where `strata api --profile` looks.
    var profiles: [String: OAuthProfile] = [:]

    /// Where `strata serve` listens unless told otherwise.
    static var standardBaseURL: URL {
        var address = URLComponents()
        (address.scheme, address.host, address.port) = ("http", "127.0.0.1", ServeCommand.defaultPort)
        return address.url ?? URL(filePath: "/")
    }
}

/// Which of the two transports moves the requests.
enum TransportKind: String, CaseIterable, Sendable {
    case nio, urlsession

    static var standard: TransportKind {
        #if canImport(Darwin)
        .urlsession
        #else
        .nio
        #endif
    }
}
