public import Foundation
public import Logging

/// The configuration of one server: address, data folder, token lifetimes, limits and clock.
///
/// Only the data folder has no default, because no folder suits every user.
public struct BackendConfiguration: Sendable {
    /// The name or IP address to listen on.
    public var host = "127.0.0.1"
    /// The TCP port; 0 lets the system choose a free one.
    public var port = 0
    /// Allows a `host` that other machines can reach. The default allows a loopback address only.
    public var allowsRemoteHost = false
    /// The origin of absolute links in responses, without a trailing slash; `nil` uses the server's own address. Set
    /// it if the server is behind a proxy.
    public var publicName: URL?
    /// The folder of the database. It is created with mode 0700 if it is missing.
    public var dataDirectory: URL
    /// The lifetime of an access token.
    public var accessTokenLifetime = Duration.seconds(15 * 60)
    /// The lifetime of a refresh token. Each rotation issues a new one with the full lifetime.
    public var refreshTokenLifetime = Duration.seconds(30 * 24 * 60 * 60)
    /// The only client that `POST /oauth/token` accepts.
    public var oauthClient = OAuthClient.demo
    /// The cost of checking one password, for this server and for an attacker with the database.
    public var passwordCost = PasswordCost.standard
    /// The limits for clients.
    public var limits = BackendLimits()
    /// Whether empty tables are filled with demo data, which includes the ``DemoAccounts``.
    public var seed = true
    /// Whether the switches under `/faults` exist. They require a loopback host, because every client can use them to
    /// break the server.
    public var faults = false
    /// The clock for token expiry and the dates of records.
    public var now: @Sendable () -> Date = { Date() }
    /// Resources in addition to the server's own, for tests of behavior that all resources share.
    var additionalResources: @Sendable (ResourceDependencies) -> [any Resource] = { _ in [] }
    /// Writes warnings and errors to standard error by default.
    public var logger: Logger

    /// The default configuration with its data in `dataDirectory`.
    public init(dataDirectory: URL) {
        self.dataDirectory = dataDirectory
        logger = Logger(label: BackendName.command) { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
    }
}
