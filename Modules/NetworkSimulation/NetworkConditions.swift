/// The behavior of a network. Probabilities are from 0 to 1, and each is drawn once per exchange.
public struct NetworkConditions: Sendable {
    /// The latency in one direction, drawn uniformly from the range.
    public var latency: ClosedRange<Duration>
    /// The probability that the connection can't be established.
    public var refusal = 0.0
    /// The probability that the connection breaks before the whole request is sent, so that the server never receives
    /// it.
    public var lossOfRequest = 0.0
    /// The probability that the connection breaks after the server has processed the request, so that the client gets
    /// no response.
    public var lossOfResponse = 0.0
    /// The probability that the client receives neither a response nor the end of the connection.
    public var silence = 0.0
    /// The probability that the body of the response ends early.
    public var truncation = 0.0
    /// The probability that the body arrives in chunks of a few bytes, with ``dripPause`` between them.
    public var drip = 0.0
    /// The pause between two chunks of a body that drips.
    public var dripPause = Duration.milliseconds(200)

    /// Creates a network that loses nothing.
    /// - Parameter latency: the range of the latency in one direction.
    public init(latency: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(1)) {
        self.latency = latency
    }

    /// A fast network that loses nothing.
    public static var calm: NetworkConditions { NetworkConditions() }

    /// A phone on a train: slow, and every failure happens sometimes.
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
