import Foundation

/// The server's limits for its clients. Sizes are in bytes.
public struct BackendLimits: Sendable {
    /// The largest JSON body. A larger one gets 413.
    public var jsonBody = 64 * 1024
    // feature: Uploads begin
    /// The largest avatar. A larger one gets 413.
    public var avatar = 5 * 1024 * 1024
    /// The largest number of pixels that an avatar's header may declare. An avatar with more gets 422, because a few
    /// bytes can decode to gigabytes.
    public var avatarPixels = 40_000_000
    // feature: Uploads end
    /// The largest file under `/v2/files`. Files use no space, but hashing them takes time.
    public var sampleFile = 256 * 1024 * 1024
    /// The number of bytes of a request body that the server reads. A refused upload is read and discarded up to this
    /// limit, so that its client receives the response. Beyond the limit, the connection is closed.
    public var requestBody = 64 * 1024 * 1024
    /// The largest request head: request line and fields together. A larger one gets 431. The chunk sizes and
    /// extensions of a body may be longer than its content by as many bytes.
    public var requestHead = 32 * 1024
    /// The largest number of fields in a request head.
    public var headerFields = 100
    /// The time after which a silent connection is closed.
    public var idleTimeout = Duration.seconds(60)
    /// The time limit for a request head, from its first byte to its last. A slower one gets 408.
    public var requestHeadTimeout = Duration.seconds(10)
    /// The time limit for a request body, from its head to its last byte. A slower one gets 408.
    public var requestReadTimeout = Duration.seconds(60)
    /// The largest number of open connections. Further ones wait to be accepted.
    public var connections = 512
    /// The largest number of connections on which the server waits for the client. Beyond it, the connection that was
    /// silent longest is closed, so there is always room for clients that send something.
    public var waitingConnections = 256
    /// The number of failed logins of one account within ``loginWindow``. Further logins get 429 until the window ends.
    public var loginFailures = 10
    /// The number of failed logins from one address within ``loginWindow``, over all accounts.
    public var loginFailuresPerAddress = 100
    /// The window in which failed logins are counted, from the first of them, in whole seconds.
    public var loginWindow = Duration.seconds(5 * 60)
    /// The number of passwords checked at a time. The default is half of the cores, so that other requests are not
    /// delayed. Each check uses ``PasswordCost/memory`` bytes.
    public var passwordThreads = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    /// The largest number of password checks in progress or waiting. Further ones get 503.
    public var passwordQueue = 64
    // feature: Feedback begin
    /// The number of feedback messages that a member, or the guests of an address, may send within
    /// ``feedbackWindow``; further ones get 429.
    public var feedbackMessages = 20
    /// The window in which feedback messages are counted, from the first of them, in whole seconds.
    public var feedbackWindow = Duration.seconds(10 * 60)
    // feature: Feedback end
    /// The number of stored responses to requests with an idempotency key, of all users together. The oldest are
    /// deleted first.
    public var storedResponses = 10_000
    /// How long a stored response can be replayed.
    public var storedResponseLifetime = Duration.seconds(24 * 60 * 60)
    // feature: Reviews begin
    /// The deepest nesting of a GraphQL document, and of its selections after fragments are expanded.
    public var graphQLDepth = 32
    /// The largest number of selections that a GraphQL operation may visit. Selections in a list count `first` times.
    public var graphQLCost = 10_000
    /// The largest GraphQL request with files. Each file may have as many bytes as an ``avatar``.
    public var graphQLForm = 8 * 1024 * 1024
    /// The largest total size of all persisted GraphQL documents. The oldest are removed first.
    public var persistedQueries = 1024 * 1024
    /// The largest number of GraphQL subscriptions at a time. Further ones get 503.
    public var subscriptions = 128
    /// The interval between comments in the event stream of a subscription. Keep it below ``idleTimeout``.
    public var heartbeat = Duration.seconds(15)
    // feature: Reviews end
    /// How long responses in progress may take when the server stops. Then their connections are closed.
    public var shutdownGrace = Duration.seconds(5)

    /// The default limits.
    public init() {}
}
