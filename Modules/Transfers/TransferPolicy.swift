public import Networking
public import Primitives

/// How often a transfer retries, and how much of a download a crash may lose.
public struct TransferPolicy: Sendable {
    /// The maximum number of retries in a row without a new byte. A new byte resets the count, so a bad connection
    /// makes a transfer slow but does not end it. With 0 the first interruption ends the call; the next call continues
    /// the file.
    public var triesWithoutProgress = 5
    /// How often one call may discard the transferred bytes and restart the file.
    public var restarts = 3
    /// The upper bound of the first random delay before a retry; it doubles with each retry in a row. Full jitter
    /// spreads the retries of many clients that lost one server. A response with at least 16 KiB of new bytes resets
    /// the delay. If a server sends a file in shorter parts, the request for each next part counts as a retry here.
    public var baseDelay: Duration = .milliseconds(500)
    /// The upper bound of every delay.
    public var longestDelay: Duration = .seconds(20)
    /// The limit for the whole transfer, from the first request to the complete file; `nil` for none.
    public var timeLimit: Duration?
    /// How many bytes of a download may arrive between two checkpoints, which make the bytes durable and record them. A
    /// killed process or a power failure loses at most the bytes since the last checkpoint.
    public var checkpointBytes: Int64 = 32 * 1024 * 1024
    /// The longest time between two checkpoints of a download, for slow connections.
    public var checkpointInterval: Duration = .seconds(2)
    /// The user of the file if a fixed key or password signs the calls; otherwise the credential provider names the
    /// user. Bytes for one partition are not continued for another. Bytes for a credential provider without a partition
    /// are not continued at all.
    public var partition: CredentialPartition?
    /// The source of the random delays.
    public var random: any RandomSource = SystemRandomSource()

    /// A policy with the default values.
    public init() {}

    /// - Parameter draw: a uniform random number in `0 ..< 1`.
    func delay(beforeTry number: Int, draw: Double) -> Duration {
        // 2^30 times any delay that makes sense is beyond the longest one.
        min(longestDelay, baseDelay * (1 << min(number - 1, 30))) * draw
    }
}

/// Counts the retries of a transfer, and spaces them.
struct RetryPace {
    private let policy: TransferPolicy
    /// The furthest position of any attempt: reaching less is not progress.
    private(set) var furthest: Int64 = 0
    private(set) var retriesWithoutProgress = 0
    /// The number of consecutive exchanges with too few new bytes; the delays grow with it.
    private var smallGains = 0

    /// Ten segments, which one side sends in the first round trip (RFC 6928). A smaller gain is not worth a request.
    private static var minimumGain: Int64 { 16 * 1024 }

    init(_ policy: TransferPolicy) {
        self.policy = policy
    }

    /// The bytes up to this position are not progress, because an earlier run transferred them, or they are discarded.
    mutating func skip(to position: Int64) {
        furthest = max(furthest, position)
    }

    /// An exchange has ended at this position.
    mutating func reached(_ position: Int64) {
        let gain = position - furthest
        smallGains = gain < Self.minimumGain ? smallGains + 1 : 0
        guard gain > 0 else { return }
        furthest = position
        retriesWithoutProgress = 0
    }

    /// The delay before another retry; `nil` if the policy allows no more without progress.
    mutating func retry(draw: Double) -> Duration? {
        guard retriesWithoutProgress < policy.triesWithoutProgress else { return nil }
        retriesWithoutProgress += 1
        return policy.delay(beforeTry: max(retriesWithoutProgress, smallGains), draw: draw)
    }

    /// The delay before the next part of a file that the other side transfers in short parts. Without the delay, the
    /// other side could cause requests without end.
    func delayOfNextPart(draw: Double) -> Duration? {
        smallGains > 1 ? policy.delay(beforeTry: smallGains - 1, draw: draw) : nil
    }
}
