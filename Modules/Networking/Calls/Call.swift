public import HTTPTypes
public import Primitives

/// One call on its way through the pipeline: the current request, and the context that all interceptors share.
public struct Call: Sendable {
    /// The current request. Interceptors may change it.
    public var request: HTTPRequest
    /// The body of the request.
    public var body: RequestBody
    /// When the call fails with a timeout: its own deadline, or that of the current attempt if that is earlier. `nil`
    /// for no deadline.
    ///
    /// The transport's exchange ends at this moment. An interceptor that waits for something else wraps that wait in
    /// ``beforeDeadline(_:)``.
    public private(set) var deadline: Deadline?
    /// Whether authentication may add the credential to the request.
    public var signing = Signing.allowed
    /// Whether deadlines apply. They do not limit a request whose body takes as long as a large file does: it ends if its
    /// caller is cancelled, or if the transport can't send for too long.
    package var isTimed = true
    /// Whether the next request needs a new connection; see ``ExchangeOptions/needsFreshConnection``.
    var needsFreshConnection = false
    /// The id, credential provider and other values that all attempts of the call share.
    public let context: CallContext
    /// Whether the response body is buffered or streamed.
    public let delivery: BodyDelivery

    /// A call that has not been sent yet.
    public init(request: HTTPRequest, body: RequestBody, context: CallContext, delivery: BodyDelivery) {
        self.request = request
        self.body = body
        self.context = context
        self.delivery = delivery
    }

    /// The origin of the current request. An outer interceptor may have redirected it away from the environment's
    /// origin.
    public var origin: Origin? {
        // Most requests go to the environment's origin, which is already parsed.
        let own = context.origin
        return request.scheme == own.scheme && request.authority == own.authority ? own : request.origin
    }

    /// The URI of the current request.
    package var target: RequestTarget? {
        let own = context.origin
        guard request.scheme == own.scheme, request.authority == own.authority else { return RequestTarget(request) }
        return RequestTarget(own, path: request.path ?? "/")
    }

    /// Whether the current request goes to the environment's origin.
    public var goesToOwnOrigin: Bool { origin == context.origin }

    /// Brings the deadline forward to `timeout` from now. An earlier deadline remains, so no interceptor extends the
    /// limit of another. Throws the timeout if it is not positive.
    public mutating func shortenDeadline(to timeout: NetworkError.Timeout) throws(NetworkError) {
        guard isTimed else { return }
        guard timeout.duration > .zero else { throw context.error(.timeout(timeout), request) }
        let new = Deadline(timeout, from: context.time.monotonicTime)
        if let deadline, deadline.moment <= new.moment { return }
        deadline = new
    }

    /// The URL for logs and traces. Query values are redacted, unless ``CallContext/publicQueryNames`` has their names.
    public var redactedURL: String { context.redactedURL(of: request).text }

    /// Whether a request may be signed. It is `withheld` after a redirect to another origin.
    public enum Signing: Sendable, Equatable {
        case allowed, withheld
    }
}

/// Printing a call shows its method and redacted URL only, because a signed call contains its credential in plain text.
extension Call: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the redacted URL.
    public var description: String { "\(request.method.rawValue) \(redactedURL)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": description, "deadline": deadline as Any, "context": context, "delivery": delivery,
            ])
    }
}

extension Call {
    /// Runs `work` and cancels it at the call's deadline. Use it in an interceptor that waits for something other than
    /// `next`.
    ///
    /// Throws the timeout if `work` fails after the deadline. Returns a late result of `work`, so that the interceptor
    /// can release what it has acquired; the next exchange throws the timeout.
    public func beforeDeadline<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        guard let deadline else { return try await work() }
        let (result, isLate) = await deadline.outcome(on: context.time) { () async -> Result<Value, NetworkError> in
            do throws(NetworkError) { return .success(try await work()) } catch { return .failure(error) }
        }
        if isLate, case .failure = result { throw context.error(.timeout(deadline.timeout), request) }
        return try result.get()
    }
}
