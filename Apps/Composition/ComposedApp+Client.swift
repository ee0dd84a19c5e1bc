import DependencyInjection
public import Networking
import Primitives
import RemoteServices

extension ComposedApp {
    /// A client for another API, with the app's transport, limits and cache.
    ///
    /// - Parameters:
    ///   - authentication: signs requests. The default signs with the credential of a session.
    ///   - partition: of the cached responses to calls that no session signs. Calls that `authentication` signs with a
    ///     credential of its own need a partition for that credential alone.
    ///   - innermost: interceptors next to the transport, which see each request as it is sent.
    ///   - publicQueryNames: the query items whose values may appear in events and errors.
    public func client(
        for environment: Networking.APIEnvironment, authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .client("strata"), innermost: [any Interceptor] = [],
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
