public import Foundation
public import Logging

/// The configuration of one server: address, data folder, token lifetimes, timeouts and clock.
public struct BackendConfiguration: Sendable {
    /// The name or IP address to listen on.
    public var host = "127.0.0.1"
    /// The TCP port; 0 lets the system choose a free one.
    public var port = 0
    /// Allows a `host` that other machines can reach. The default allows a loopback address only.
    public var allowsRemoteHost = false
    /// The origin of absolute links in responses, without a trailing slash; `nil` uses the server's own address. Set
    /// it if the server is behind a proxy, or responds in process.
    public var publicName: URL?
    /// The folder of the database. It is created with mode 0700 if it is missing.
    public var dataDirectory: URL
    /// The lifetime of an access token.
    public var accessTokenLifetime = Duration.seconds(15 * 60)
    /// The lifetime of a refresh token. Each rotation issues a new one with the full lifetime.
    public var refreshTokenLifetime = Duration.seconds(30 * 24 * 60 * 60)
    /// The time after which a silent connection is closed.
    public var idleTimeout = Duration.seconds(60)
    /// How long responses in progress may take when the server stops. Then their connections are closed.
    public var shutdownGrace = Duration.seconds(5)
    /// The interval between comments in an event stream. Keep it below ``idleTimeout``.
    public var heartbeat = Duration.seconds(15)
    /// Whether empty tables are filled with demo data, which includes every ``DemoAccount``.
    public var seed = true
    /// Whether the switches under `/faults` exist. They require a loopback host, because every client can use them to
    /// break the server.
    public var faults = false
    /// The clock for token expiry and the dates of records.
    public var now: @Sendable () -> Date = { Date() }
    /// Writes warnings and errors to standard error by default.
    public var logger: Logger

    /// The default configuration with its data in `dataDirectory`.
    public init(dataDirectory: URL) {
        self.dataDirectory = dataDirectory
        logger = Logger(label: BackendName.command) { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
    }
}

/// The server's name, in the forms that its clients and its operators read.
package enum BackendName {
    /// The command's name, which messages and log lines begin with.
    package static let command = "strata-backend"
    /// The protection space of its `WWW-Authenticate` fields (RFC 9110, section 11.5).
    static let realm = "strata"
    /// The start of every problem's type, which is a tag URI (RFC 4151).
    static let problemTag = "tag:\(realm).example,2026:problem/"
    /// The id of the only OAuth client.
    static let demoClient = "\(realm)-demo"
}

/// An account of a seeded server that can log in. Its password is public: it is in the source, and printed when the server
/// starts.
public struct DemoAccount: Equatable, Sendable {
    /// The id of its user.
    let userID: String
    /// The email for the login.
    public let email: String
    /// The password, in plain text.
    public let password: String
    /// `admin` or `member`.
    public let role: String
}

extension DemoAccount {
    /// An admin, who can read and change every user.
    public static let ada = DemoAccount(
        userID: "u-ada", email: "ada@example.com", password: "analytical-engine", role: "admin")
    /// A member, who can read and change only her own account.
    public static let grace = DemoAccount(
        userID: "u-grace", email: "grace@example.com", password: "nanosecond-wire", role: "member")
    /// Both accounts.
    public static let all = [ada, grace]
}
