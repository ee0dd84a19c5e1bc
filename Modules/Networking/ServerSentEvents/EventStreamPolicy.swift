public import Primitives

/// When an event stream reconnects, and how large its events may be.
public struct EventStreamPolicy: Sendable {
    /// How many times in a row the stream reconnects without receiving a byte before it fails. A connection that has
    /// received a byte resets the count, so a stream without news can stay open for days. With 0, the first loss ends
    /// the stream.
    public var reconnects = 10
    /// The shortest wait before a reconnect, until the server sets another one with `retry`. A server's wait is limited
    /// to 100 ms … 1 hour.
    public var reconnectionTime: Duration = .seconds(1)
    /// The upper bound of the random delay, unless the server's wait is longer. The bound starts at twice the
    /// reconnection time and doubles with each failure in a row.
    public var longestDelay: Duration = .seconds(30)
    /// How long a connection may stay silent before it counts as lost; `nil` for no limit. Comments count as bytes. The
    /// standard recommends a comment every 15 seconds, so the default of 45 seconds tolerates two missing comments.
    public var idleTimeout: Duration? = .seconds(45)
    /// The largest event, in bytes. A larger one fails the stream with
    /// ``Networking/TransportError/responseTooLarge(limit:)``. Default 1 MiB.
    public var eventLimit = 1024 * 1024
    /// The id after which the stream starts (`Last-Event-ID`), such as one that the app has stored; empty for none.
    public var lastEventID = ""
    /// Whether the stream ends when the server completes a response. Otherwise it reconnects, as the standard requires.
    public var endsWithResponse = false
    /// The source of the random delays.
    public var random: any RandomSource = SystemRandomSource()

    /// A policy with the default values.
    public init() {}
}
