import Foundation

/// The bounds within which one client must stay. Sizes are in bytes.
public struct BackendLimits: Sendable {
    /// The largest JSON body; a larger one is answered 413.
    public var jsonBody = 64 * 1024
    /// The largest avatar; a larger one is answered 413.
    public var avatar = 5 * 1024 * 1024
    /// How many pixels an avatar may have by its header; one with more is answered 422. A few bytes can unpack to gigabytes.
    public var avatarPixels = 40_000_000
    /// The largest file under `/v2/files`. They cost no space, but time to hash.
    public var sampleFile = 256 * 1024 * 1024
    /// How much of one request body is read at all. Up to here a refused upload is read and thrown away, so that its
    /// client gets to see the answer; beyond, the connection is cut.
    public var requestBody = 64 * 1024 * 1024
    /// The largest request head: request line and fields together. A larger one is answered 431. The sizes and
    /// extensions of chunks may exceed their content by as much.
    public var requestHead = 32 * 1024
    /// How many fields a request head may have.
    public var headerFields = 100
    /// How long a connection may stay silent.
    public var idleTimeout = Duration.seconds(60)
    /// How long a request head may take from its first byte to its last; a slower one is answered 408.
    public var requestHeadTimeout = Duration.seconds(10)
    /// How long a request body may take from its head to its last byte, however steadily it drips.
    public var requestReadTimeout = Duration.seconds(60)
    /// How many connections may be open at a time; further ones wait to be accepted.
    public var connections = 512
    /// How many of them may wait for their clients. One more closes the connection that has been silent longest, so
    /// there is always room for clients that send something.
    public var waitingConnections = 256
    /// How many wrong logins one account may have within ``loginWindow``; further logins are answered 429 until it ends.
    public var loginFailures = 10
    /// The same for one address, whatever the accounts.
    public var loginFailuresPerAddress = 100
    /// How long wrong logins count, from the first of them, in whole seconds.
    public var loginWindow = Duration.seconds(5 * 60)
    /// How many passwords are checked at a time: half of the cores, so that other requests are not held up. Each holds
    /// ``PasswordCost/memory`` bytes meanwhile.
    public var passwordThreads = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    /// How many password checks may be under way or waiting; further ones are answered 503.
    public var passwordQueue = 64
    /// The number of feedback messages that a member, or the guests of an address, may send within ``feedbackWindow``; further
    /// ones get 429.
    public var feedbackMessages = 20
    /// How long feedback messages count, from the first of them, in whole seconds.
    public var feedbackWindow = Duration.seconds(10 * 60)
    /// The number of stored responses to requests with an idempotency key, of all users together. The oldest are deleted
    /// first.
    public var storedResponses = 10_000
    /// How long a stored response can be replayed.
    public var storedResponseLifetime = Duration.seconds(24 * 60 * 60)
    /// How long answers under way may take once the server was told to stop; then their connections are cut.
    public var shutdownGrace = Duration.seconds(5)

    /// The default limits: generous to people, mean to machines.
    public init() {}
}
