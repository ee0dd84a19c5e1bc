public import Primitives

/// The settings of a `URLSessionTransport`. The defaults suit an app with a few servers.
public struct URLSessionTransportConfiguration: Sendable {
    /// How long an exchange may wait for the server without progress. Connecting counts as waiting, because URLSession
    /// doesn't report when a connection is made. A slow reader of a response body does not count.
    public var idleTimeout: Duration = .seconds(60)

    /// The maximum number of connections to one host, at least 1. Further calls wait in a queue.
    public var connectionsPerHost = 128

    /// The maximum size of a compressed response body after decoding, in bytes. 100 KB of gzip can decode to 100 MB.
    public var decodedBodyLimit = 64 * 1024 * 1024

    /// The maximum number of bytes of a response body that may wait for their reader. On Apple platforms URLSession
    /// pauses well before the limit. On Linux it can't pause, so a body that exceeds the limit fails as too large.
    public var unreadBodyLimit = 64 * 1024 * 1024

    /// The clock of the idle timeout.
    public var timeSource: any TimeSource = SystemTimeSource()

    /// Generates the names of temporary files for large streamed request bodies.
    public var identifierSource: any IdentifierSource = RandomIdentifierSource()

    /// Creates a configuration with the defaults.
    public init() {}
}
