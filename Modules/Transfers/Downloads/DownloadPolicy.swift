public import Networking
public import Primitives

/// How often a download retries, and how much of it a crash may lose.
public struct DownloadPolicy: Sendable {
    /// The maximum number of retries in a row without a new byte. A new byte resets the count, so a bad connection
    /// makes a download slow but does not end it. With 0 the first interruption ends the call; the next call continues
    /// the file.
    public var triesWithoutProgress = 5
    /// How often one call may discard its bytes and restart the file.
    public var restarts = 3
    /// The upper bound of the first random delay before a retry; it doubles with each retry in a row. Full jitter
    /// spreads the retries of many clients that lost one server. A response with at least 16 KiB of new bytes resets
    /// the delay. If a server sends a file in shorter parts, the request for each next part counts as a retry here.
    public var baseDelay: Duration = .milliseconds(500)
    /// The upper bound of every delay.
    public var longestDelay: Duration = .seconds(20)
    /// The limit for the whole download, from the first request to the complete file; `nil` for none.
    public var timeLimit: Duration?
    /// How many bytes may arrive between two checkpoints, which make the bytes durable and record them. A killed
    /// process or a power failure loses at most the bytes since the last checkpoint.
    public var checkpointBytes: Int64 = 32 * 1024 * 1024
    /// The longest time between two checkpoints, for slow connections.
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
