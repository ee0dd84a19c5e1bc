public import Foundation
import HTTPCaching
public import Networking
public import Primitives
public import RemoteServices
import TransportSecurity

/// Makes clients and credentials for any API, with the app's transport, limits, cache and monitor.
///
/// A registration for a second API needs it (`.clientFactory`). Each client has its own server, and each credential
/// provider its own credential, which no other server receives.
public struct ClientFactory: Sendable {
    /// The settings of the app.
    public let settings: AppSettings
    /// The clocks and timers of the app.
    public let time: any TimeSource
    let transport: any Transport
    let parts: ChainParts
    let identifiers: any IdentifierSource
    let monitor: any EventMonitor
    let refreshes: RefreshTasks

    /// A client with the app's pipeline.
    ///
    /// - Parameters:
    ///   - authentication: signs requests. The default signs with the credential of a session.
    ///   - partition: the cache partition of calls without a credential provider. If `authentication` signs calls with
    ///     a fixed credential, choose a partition that only this credential uses.
    ///   - innermost: interceptors next to the transport, which see each request as it is sent.
    ///   - publicQueryNames: the query items whose values may appear in events and errors; `nil` for those of the settings.
    public func client(
        for environment: Networking.APIEnvironment, authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .app, innermost: [any Interceptor] = [],
        publicQueryNames: PublicQueryNames? = nil
    ) -> Client {
        Client(
            environment: environment, coding: JSONBodyCoding(),
            pipeline: Pipeline.app(
                over: transport, settings: settings, parts: parts, authentication: authentication, partition: partition,
                innermost: innermost),
            time: time, identifiers: identifiers, monitor: monitor,
            publicQueryNames: publicQueryNames ?? settings.publicQueryNames)
    }

    /// A client with the app's pipeline that sends each request once, for the outbox.
    func clientWithoutRetries(for environment: Networking.APIEnvironment) -> Client {
        let once = ChainParts(
            health: OriginHealth(policy: .never, random: parts.random), cache: parts.cache, random: parts.random,
            time: parts.time)
        return Client(
            environment: environment, coding: JSONBodyCoding(),
            pipeline: .app(over: transport, settings: settings, parts: once), time: time, identifiers: identifiers,
            monitor: monitor, publicQueryNames: settings.publicQueryNames)
    }

    /// A client for a token endpoint.
    ///
    /// - Parameters:
    ///   - deadline: the limit of one call; `nil` uses `timeout`.
    ///   - timeout: the limit of one attempt; `nil` uses ``AppSettings/refreshTimeout``.
    public func tokenEndpointClient(
        for environment: Networking.APIEnvironment, deadline: Duration? = nil, timeout: Duration? = nil
    ) -> TokenEndpointClient {
        TokenEndpointClient(
            environment: environment, coding: JSONBodyCoding(), transport: transport, deadline: deadline,
            timeout: timeout ?? settings.refreshTimeout, time: time, identifiers: identifiers, monitor: monitor)
    }

    /// The credential provider of a session that began earlier.
    ///
    /// Register it once for each `storage`: a second provider would spend the same refresh token again. The app waits
    /// for its refreshes before it exits.
    ///
    /// - Parameters:
    ///   - credential: the one that `storage` has now.
    ///   - environment: the only API that receives the credential.
    ///   - lock: shared by all processes that use `storage`; `nil` if this is the only one.
    ///   - refresher: exchanges refresh tokens, with a client of ``tokenEndpointClient(for:deadline:timeout:)``.
    ///   - partition: identifies the credential's user, by an id that no user of another API has.
    public func credentialProvider(
        of credential: BearerCredential, for environment: Networking.APIEnvironment, storage: any CredentialStorage,
        lock: (any RefreshLock)? = nil,
        refresher: any CredentialRefreshing, partition: CredentialPartition
    ) -> CredentialProvider {
        CredentialProvider(
            credential: credential, origin: environment.origin, storage: storage, lock: lock, refresher: refresher,
            partition: partition, tasks: refreshes)
    }
}

/// The parts that all pipelines of the app share, so that a failing server is detected for all of them.
struct ChainParts: Sendable {
    let health: OriginHealth
    let cache: any ResponseCacheStorage
    let random: any RandomSource
    let time: any TimeSource
}

extension Pipeline {
    /// The standard pipeline with the app's settings and the parts that all its pipelines share.
    ///
    /// - Parameter partition: the cache partition of calls without a credential provider.
    static func app(
        over transport: any Transport, settings: AppSettings, parts: ChainParts,
        authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .app, innermost: [any Interceptor] = []
    ) -> Pipeline {
        .standard(
            over: transport, deadline: settings.deadline,
            cache: ResponseCacheInterceptor(storage: parts.cache, partition: partition, time: parts.time),
            health: parts.health, random: parts.random,
            redirects: settings.maxRedirects == 0 ? .never : .follow(limit: settings.maxRedirects),
            authentication: authentication, attemptTimeout: settings.timeout, innermost: innermost)
    }
}

extension RetryPolicy {
    /// No retry budget: the setting limits the requests of each call, and an app with one user needs no further limit.
    /// The circuit breaker still stops calls to a server that keeps failing.
    static func app(_ settings: AppSettings) -> RetryPolicy {
        settings.retries == 0 ? .never : RetryPolicy(maximumAttempts: settings.retries + 1, budget: nil)
    }
}

extension Session where Access == Guest {
    /// A session for any API, without services, settings and a container: for a script, a test or a prototype.
    ///
    /// ```swift
    /// let health: Health = try await Session(url).get("/v2/health")
    /// ```
    ///
    /// It has the standard pipeline with its defaults, the platform's transport, and no cache. The transport closes its
    /// connections when the session is released. In an app, use `ComposedApp.client(for:)`, because the sessions of an
    /// app share these parts.
    ///
    /// Throws `InvalidAPIEnvironment` for an unsuitable URL.
    public init(_ baseURL: URL, monitor: any EventMonitor = SilentMonitor()) throws {
        let transport = try TransportKind.standard.make(trust: TrustPolicy(), time: SystemTimeSource())
        self = try Client(baseURL, over: transport, coding: JSONBodyCoding(), monitor: monitor).session(for: Guest.self)
    }
}

extension FileCredentialStorage {
    /// The storage of a session that begins with a refresh token from settings, in a file below the app's data folder.
    ///
    /// - Parameters:
    ///   - path: the file's path in the data folder, such as `billing.json`. Missing folders are created, accessible to
    ///     their owner only.
    ///   - first: the refresh token from the settings.
    public static func file(
        _ path: String, in dataDirectory: URL, beginningWith first: Secret<String>
    ) throws(CredentialStorageError) -> FileCredentialStorage {
        let file = dataDirectory.appending(path: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw CredentialStorageError(
                reason: "Cannot write to the data folder \(dataDirectory.path). Make it writable.")
        }
        return FileCredentialStorage(file: file, beginningWith: first)
    }
}

extension CredentialPartition {
    /// The cache partition of the app's calls without a credential provider.
    public static var app: CredentialPartition { .client(AppName.command) }
}
