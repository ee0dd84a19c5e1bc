public import Primitives

/// Sends the calls that obtain and refresh credentials. It is a separate type so that it can't be confused with the
/// ``Client`` of all other calls.
///
/// Its pipeline is fixed: ``DeadlineInterceptor``, ``AttemptTimeoutInterceptor``, transport. It signs nothing, because
/// a refresh that waits for a refresh would wait forever. It sends nothing twice, because the server may have used up
/// the refresh token even if its response was lost.
public struct TokenEndpointClient: Sendable {
    let client: Client

    /// - Parameters:
    ///   - deadline: the limit of one call; `nil` uses `timeout`, because a call has only one attempt.
    ///   - timeout: the limit of one attempt.
    ///   - responseLimit: the largest response body, in bytes; token responses are small.
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

    /// The server that this client calls.
    public var environment: APIEnvironment { client.environment }

    /// Opens a session without credentials, the only kind that this client has.
    public func session<Access: AnonymousScope>(for scope: Access.Type) -> Session<Access> {
        client.session(for: scope)
    }
}
