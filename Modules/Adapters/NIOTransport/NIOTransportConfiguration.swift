/// The settings of a `NIOTransport`. The defaults suit an app with a few servers.
public struct NIOTransportConfiguration: Sendable, Equatable {
    /// How long a call waits for a connection: for name lookup, TCP and TLS together, or until another call releases
    /// one.
    public var connectTimeout: Duration = .seconds(10)

    /// How long an exchange may wait for the server without progress. A slow reader of a response body does not count,
    /// and interim responses (1xx) are not progress.
    public var idleTimeout: Duration = .seconds(60)

    /// The maximum number of connections to one host, at least 1. Further calls wait in a queue, so set it no lower
    /// than the number of calls that your app makes at the same time.
    public var connectionsPerHost = 128

    /// How long an idle connection stays open for the next call.
    ///
    /// If the server closes a connection while a request is being sent, the request is lost, and a POST can't safely be
    /// retried. So the default is below the shortest common limit of servers: Node.js, Apache and uvicorn close an idle
    /// connection after 5 seconds.
    public var idleConnectionLifetime: Duration = .seconds(4)

    /// The maximum size of a compressed response body after decoding, in bytes. All of it can be in memory at once,
    /// because one read from the socket may decode to that much. 100 KB of gzip can decode to 100 MB.
    public var decodedBodyLimit = 64 * 1024 * 1024

    /// Creates a configuration with the defaults.
    public init() {}
}
