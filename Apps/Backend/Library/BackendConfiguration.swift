public import Foundation
public import Logging

/// Everything that decides how one server behaves: where it listens, where it keeps its data, how long its tokens
/// live, what it refuses, and what time it is.
///
/// Only the data folder has no default: a server that chose one by itself would surprise somebody.
public struct BackendConfiguration: Sendable {
    /// The address to listen on: a name or an IP address.
    public var host = "127.0.0.1"
    /// The TCP port; 0 lets the system choose a free one.
    public var port = 0
    /// Permits a `host` that other machines can reach. Without it only a loopback address is accepted.
    public var allowsRemoteHost = false
    /// The origin that clients see, without a trailing slash, for the absolute links in answers; `nil` takes the
    /// address listened on. Set it where a proxy stands between.
    public var publicName: URL?
    /// The folder of the database. Created with mode 0700 if it is missing.
    public var dataDirectory: URL
    /// How long an access token is good for.
    public var accessTokenLifetime = Duration.seconds(15 * 60)
    /// How long a refresh token is good for, counted from its own issue: each rotation starts anew.
    public var refreshTokenLifetime = Duration.seconds(30 * 24 * 60 * 60)
    /// The one client that `POST /oauth/token` knows.
    public var oauthClient = OAuthClient.demo
    /// What one password costs to check, here and to whoever steals the database.
    public var passwordCost = PasswordCost.standard
    /// The bounds on what one client may ask for.
    public var limits = BackendLimits()
    /// Whether the demo accounts (``DemoAccounts``) and eight more people are put into the database.
    public var seed = true
    /// Whether the switches under `/faults` exist. They let anybody break the server, so they need a loopback host.
    public var faults = false
    /// The clock by which tokens expire and records are dated.
    public var now: @Sendable () -> Date = { Date() }
    /// Where the server writes what it has to say; warnings and errors on standard error by default.
    public var logger: Logger

    /// The default configuration with its data in `dataDirectory`.
    public init(dataDirectory: URL) {
        self.dataDirectory = dataDirectory
        logger = Logger(label: "strata-backend") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
    }
}
