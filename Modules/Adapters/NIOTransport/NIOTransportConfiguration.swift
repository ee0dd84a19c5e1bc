/// What an app may want to set differently; the defaults suit one that talks to a few servers.
public struct NIOTransportConfiguration: Sendable, Equatable {
    /// How long a call waits for a connection: name lookup, TCP and TLS together, or one of the host's connections to
    /// become free.
    public var connectTimeout: Duration = .seconds(10)

    /// How long an exchange may stand still while the other side has something to do. A slow reader of a response body
    /// is not the other side, and interim responses (1xx) are no movement.
    public var idleTimeout: Duration = .seconds(60)

    /// How many connections one host may have, at least 1. Calls beyond them wait in turn, so this should not be less than
    /// the calls that an app makes at once.
    public var connectionsPerHost = 128

    /// How long a connection without work is kept for the next call.
    ///
    /// A request that meets a server's closing of the same connection is lost, and a POST can't be sent again blindly. So
    /// this stays below the shortest that is usual: Node.js, Apache and uvicorn close after 5 seconds.
    public var idleConnectionLifetime: Duration = .seconds(4)

    /// How large a body that came compressed may become, in bytes. So much of it may be in memory at once: what one read
    /// from the socket decompresses to is not under the reader's control. 100 KB of gzip can hold 100 MB.
    public var decodedBodyLimit = 64 * 1024 * 1024

    /// The defaults.
    public init() {}
}
