public import Primitives

/// What an app may want to set differently; the defaults suit one that talks to a few servers.
public struct URLSessionTransportConfiguration: Sendable {
    /// How long an exchange may stand still while the other side has something to do, the making of its connection
    /// included: URLSession doesn't tell when one is made. A slow reader of a response body is not the other side.
    public var idleTimeout: Duration = .seconds(60)

    /// How many connections one host may have, at least 1. Calls beyond them wait in turn.
    public var connectionsPerHost = 128

    /// How large a body that came compressed may become, in bytes. 100 KB of gzip can hold 100 MB.
    public var decodedBodyLimit = 64 * 1024 * 1024

    /// How many bytes of a response body may wait for their reader. On Apple's platforms URLSession is told to pause long
    /// before; where it can't pause, a body that runs so far ahead of its reader ends as too large.
    public var unreadBodyLimit = 64 * 1024 * 1024

    /// On which the idle timeout is measured.
    public var timeSource: any TimeSource = SystemTimeSource()

    /// Names the files that hold large streamed bodies until they are sent.
    public var identifierSource: any IdentifierSource = RandomIdentifierSource()

    /// The defaults.
    public init() {}
}
