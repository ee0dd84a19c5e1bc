import HTTPTypes
import Primitives

/// One layer around the transport: handles a call on its way out and its response on the way back.
///
/// An interceptor may change the call, respond to it without the network, or call `next` several times. Give each
/// interceptor one responsibility. A ``Pipeline`` lists its interceptors in one array, outermost first; their order is
/// part of their meaning.
public protocol Interceptor: Sendable {
    /// Handles `call`, usually by calling `next`.
    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse
}

/// The rest of the pipeline after one interceptor. You may call it more than once: each call runs all remaining
/// interceptors and the transport.
public struct Next: Sendable {
    private let pipeline: Pipeline
    private let position: Int

    init(pipeline: Pipeline, position: Int) {
        self.pipeline = pipeline
        self.position = position
    }

    /// Sends `call` through the rest of the pipeline.
    public func callAsFunction(_ call: Call) async throws(NetworkError) -> ServerResponse {
        guard position < pipeline.interceptors.count else { return try await pipeline.exchange(call) }
        return try await pipeline.interceptors[position]
            .intercept(call, next: Next(pipeline: pipeline, position: position + 1))
    }
}

/// A transport and the interceptors around it.
///
/// Create it with
/// ``standard(over:deadline:cache:health:random:redirects:authentication:attemptTimeout:outermost:innermost:)``
/// and add your own interceptors there.
public final class Pipeline: Sendable {
    /// The interceptors, outermost first.
    public let interceptors: [any Interceptor]
    private let transport: any Transport

    /// - Parameter interceptors: outermost first.
    public init(interceptors: [any Interceptor], transport: any Transport) {
        self.interceptors = interceptors
        self.transport = transport
    }

    /// Sends `call` through all interceptors to the transport.
    public func send(_ call: Call) async throws(NetworkError) -> ServerResponse {
        try await Next(pipeline: self, position: 0)(call)
    }

    /// The innermost step: one exchange with the transport. Its ``TransportError`` becomes a ``NetworkError`` with the
    /// metadata of the call.
    func exchange(_ call: Call) async throws(NetworkError) -> ServerResponse {
        let options = try begin(call)
        do throws(TransportError) {
            var response = try await transport.send(call.request, body: call.body, on: options)
            note(&response, to: call)
            return response
        } catch {
            throw failure(error, of: call)
        }
    }

    @inline(never)
    private func begin(_ call: Call) throws(NetworkError) -> ExchangeOptions {
        let context = call.context
        // The deadline may have passed while an interceptor waited.
        if let deadline = call.deadline, deadline.moment <= context.time.monotonicTime {
            throw context.error(.timeout(deadline.timeout), call.request)
        }
        let number = context.countAttempt()
        context.report(.attemptStarted(number: number))
        var options = ExchangeOptions(call.delivery, by: call.deadline, on: context.time)
        options.needsFreshConnection = call.needsFreshConnection
        return options
    }

    @inline(never)
    private func note(_ response: inout ServerResponse, to call: Call) {
        response.target = call.target
        call.context.report(.responded(status: response.head.status.code))
        if let notice = DeprecationNotice(response.head, to: call.request) {
            call.context.report(.deprecated(notice))
        }
    }

    @inline(never)
    private func failure(_ error: TransportError, of call: Call) -> NetworkError {
        let cause: NetworkError.Cause =
            if error == .deadlinePassed, let deadline = call.deadline {
                .timeout(deadline.timeout)
            } else {
                NetworkError.Cause(error)
            }
        // A cancelled exchange is not a failed attempt: the code that cancelled it reports the reason.
        if error != .cancelled { call.context.report(.attemptFailed(cause)) }
        return call.context.error(cause, call.request)
    }
}
