public import Primitives

/// What calls about credentials are sent with: a type of its own, so that it can't be mistaken for the ``Client`` of all
/// other calls, nor the other way round.
///
/// Its chain is made here and nowhere else: ``DeadlineInterceptor``, ``AttemptTimeoutInterceptor``, transport. It signs
/// nothing, for a renewal that waits for a renewal waits for ever; and it sends nothing twice, for an answer that was lost
/// may have spent the refresh token.
public struct TokenEndpointClient: Sendable {
    let client: Client

    /// - Parameters:
    ///   - deadline: for one call as a whole; `nil` takes the timeout of its only attempt.
    ///   - responseLimit: how large an answer may be, in bytes; tokens are small.
    public init(
        environment: APIEnvironment, coding: any BodyCoding, transport: any Transport, deadline: Duration? = nil,
        timeout: Duration, time: any TimeSource, identifiers: any IdentifierSource,
        monitor: any EventMonitor = SilentMonitor(),
        responseLimit: Int = 1024 * 1024
    ) {
        let interceptors: [any Interceptor] = [
            DeadlineInterceptor(total: deadline ?? timeout), AttemptTimeoutInterceptor(limit: timeout),
        ]
        client = Client(
            environment: environment, coding: coding,
            pipeline: Pipeline(interceptors: interceptors, transport: transport), time: time, identifiers: identifiers,
            monitor: monitor, responseLimit: responseLimit)
    }

    /// Where this client's calls go.
    public var environment: APIEnvironment { client.environment }

    /// A session without credentials: the only kind there is here.
    public func session<Access: AnonymousScope>(for scope: Access.Type) -> Session<Access> {
        client.session(for: scope)
    }
}
