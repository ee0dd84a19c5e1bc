import HTTPTypes

/// A transport with its interceptors around it.
///
/// The order that this workspace uses, from the outside in: ``DeadlineInterceptor``, ``ResponseCacheInterceptor``,
/// ``RetryInterceptor``, ``RedirectInterceptor``, ``AuthenticationInterceptor``, ``AttemptTimeoutInterceptor``. The deadline
/// spans every attempt, and the attempt timeout starts anew with each request. `Docs/networking.md` says what each wrong
/// order breaks.
public final class Pipeline: Sendable {
    /// Outermost first.
    public let interceptors: [any Interceptor]
    private let transport: any Transport

    /// - Parameter interceptors: outermost first.
    public init(interceptors: [any Interceptor], transport: any Transport) {
        self.interceptors = interceptors
        self.transport = transport
    }

    /// Sends `call` through the whole chain.
    public func send(_ call: Call) async throws(NetworkError) -> ServerResponse {
        try await Next(pipeline: self, position: 0)(call)
    }

    /// The innermost step: one exchange with the transport, whose errors become this layer's here and nowhere else.
    func exchange(_ call: Call) async throws(NetworkError) -> ServerResponse {
        let context = call.context
        let number = context.countAttempt()
        context.report(.attemptStarted(number: number))
        do throws(TransportError) {
            var response = try await transport.send(call.request, body: call.body)
            if case .buffered(let limit) = call.delivery {
                response.body = .data(try await response.body.collect(upTo: limit))
            }
            response.target = RequestTarget(call.request)
            context.report(.responded(status: response.head.status.code))
            if let notice = DeprecationNotice(response.head, answering: call.request) {
                context.report(.deprecated(notice))
            }
            return response
        } catch {
            // A cancelled exchange is no failed one: whoever cancelled it says why.
            if error != .cancelled { context.report(.attemptFailed(.transport(error))) }
            throw context.error(NetworkError.Cause(error), call.request)
        }
    }
}
