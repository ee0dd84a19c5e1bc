/// How a network treats what passes through it. Probabilities are from 0 to 1, each drawn once for an exchange.
public struct NetworkConditions: Sendable {
    /// One way, drawn evenly from the range.
    public var latency: ClosedRange<Duration>
    /// The connection can't be made.
    public var refusal = 0.0
    /// The connection breaks before the request is through: the server never sees it.
    public var lossOfRequest = 0.0
    /// The connection breaks after the server has acted: nobody tells the client.
    public var lossOfResponse = 0.0
    /// Neither an answer nor an end comes.
    public var silence = 0.0
    /// The answer's body ends early.
    public var truncation = 0.0
    /// The body comes in pieces of a few bytes, with ``dripPause`` between them.
    public var drip = 0.0
    public var dripPause = Duration.milliseconds(200)

    /// A network in which nothing is lost.
    /// - Parameter latency: one way.
    public init(latency: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(1)) {
        self.latency = latency
    }

    /// Nothing is lost, and it takes a moment.
    public static var calm: NetworkConditions { NetworkConditions() }

    /// A phone in a train: slow, and everything happens at times.
    public static var rough: NetworkConditions {
        var conditions = NetworkConditions(latency: .milliseconds(20) ... .milliseconds(900))
        conditions.refusal = 0.02
        conditions.lossOfRequest = 0.03
        conditions.lossOfResponse = 0.03
        conditions.silence = 0.01
        conditions.truncation = 0.02
        conditions.drip = 0.05
        return conditions
    }
}
