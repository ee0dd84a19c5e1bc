public import Networking
public import Primitives

/// How patient a download is, and how much of it a crash may cost.
public struct DownloadPolicy: Sendable {
    /// How often in a row a lost download is continued without a byte that it did not have before. Whatever brings new
    /// bytes begins the count anew, so a bad line makes a download slow and does not end it. With 0 the first interruption
    /// ends the call, and what has come waits for the next one.
    public var triesWithoutProgress = 5
    /// How often the file may be begun anew, within one call.
    public var restarts = 3
    /// Before the `n`th try in a row, the wait is random between zero and `baseDelay * 2^(n - 1)`: full jitter keeps a
    /// thousand clients apart that have lost one server together. Requests count as one row until a response brings 16 KiB,
    /// even those for the next part of a file that a server sends in short parts.
    public var baseDelay: Duration = .milliseconds(500)
    /// No wait is longer.
    public var longestDelay: Duration = .seconds(20)
    /// For everything together, from the first request to the file in its place; `nil` for as long as it takes.
    public var timeLimit: Duration?
    /// How many bytes may come before they are made durable and recorded. A process that is killed loses at most what came
    /// since, and so does a power failure.
    public var checkpointBytes: Int64 = 32 * 1024 * 1024
    /// The same as a time, for slow lines: whichever is reached first.
    public var checkpointInterval: Duration = .seconds(2)
    /// Whose file it is, where a fixed key or password signs the calls; a session with an authority has its own. What came for
    /// one is not continued for another, and what came for a session whose authority names nobody, by no later call.
    public var partition: CredentialPartition?
    /// Spreads the waits.
    public var random: any RandomSource = SystemRandomSource()

    /// The defaults.
    public init() {}

    /// - Parameter draw: uniform in `0 ..< 1`.
    func delay(beforeTry number: Int, draw: Double) -> Duration {
        // 2^30 times any delay that makes sense is beyond the longest one.
        min(longestDelay, baseDelay * (1 << min(number - 1, 30))) * draw
    }
}
