public import Networking
public import Primitives
import RemoteServices

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
        partition: CredentialPartition = .client("strata"), innermost: [any Interceptor] = [],
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

    /// The credential provider of a session that began earlier; `nil` if `storage` has no credential.
    ///
    /// Register it once for each `storage`: a second provider would spend the same refresh token again. The app waits
    /// for its refreshes before it exits.
    ///
    /// - Parameters:
    ///   - environment: the API that receives the credential, and no other server.
    ///   - lock: shared by all processes that use `storage`; `nil` if this is the only one.
    ///   - refresher: exchanges refresh tokens, with a client of ``tokenEndpointClient(for:deadline:timeout:)``.
    ///   - partition: identifies the credential's user, by an id that no user of another API has.
    public func credentialProvider(
        for environment: Networking.APIEnvironment, storage: any CredentialStorage, lock: (any RefreshLock)? = nil,
        refresher: any CredentialRefreshing, partition: CredentialPartition
    ) async throws(CredentialStorageError) -> CredentialProvider? {
        guard let credential = try await storage.load() else { return nil }
        return CredentialProvider(
            credential: credential, origin: environment.origin, storage: storage, lock: lock, refresher: refresher,
            partition: partition, tasks: refreshes)
    }
}
