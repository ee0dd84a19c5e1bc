import DependencyInjection
public import Networking
import Primitives
import RemoteServices

extension ComposedApp {
    /// A client for another API, with the app's transport, limits and cache.
    ///
    /// - Parameters:
    ///   - authentication: signs requests. The default signs with the credential of a session.
    ///   - partition: the cache partition of calls without a credential provider. If `authentication` signs calls with
    ///     a fixed credential, choose a partition that only this credential uses.
    ///   - innermost: interceptors next to the transport, which see each request as it is sent.
    ///   - publicQueryNames: the query items whose values may appear in events and errors.
    public func client(
        for environment: Networking.APIEnvironment, authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .app, innermost: [any Interceptor] = [],
        publicQueryNames: Set<String> = []
    ) async throws -> Client {
        let pipeline = Pipeline.app(
            over: try await container.resolve(.transport), settings: settings,
            parts: try await container.resolve(.chainParts), authentication: authentication, partition: partition,
            innermost: innermost)
        return Client(
            environment: environment, coding: JSONBodyCoding(), pipeline: pipeline,
            time: try await container.resolve(.time), identifiers: try await container.resolve(.identifiers),
            monitor: try await container.resolve(.monitor), publicQueryNames: publicQueryNames)
    }
}
