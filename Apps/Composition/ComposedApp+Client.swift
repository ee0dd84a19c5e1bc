public import Networking
import Primitives

extension ComposedApp {
    /// A client for another API, with the app's transport, limits and cache.
    ///
    /// The parameters are those of ``ClientFactory/client(for:authentication:partition:innermost:publicQueryNames:)``.
    /// A registration of the container needs `.clientFactory` instead.
    public func client(
        for environment: Networking.APIEnvironment, authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .app, innermost: [any Interceptor] = [],
        publicQueryNames: PublicQueryNames? = nil
    ) async throws -> Client {
        try await clients.client(
            for: environment, authentication: authentication, partition: partition, innermost: innermost,
            publicQueryNames: publicQueryNames)
    }
}
