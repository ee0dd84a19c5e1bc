public import HTTPTypes
public import Primitives

/// One call on its way through the chain: the request as it stands now, and what every link needs to know about it.
public struct Call: Sendable {
    public var request: HTTPRequest
    public var body: RequestBody
    /// When the caller stops waiting for the call, or for the attempt under way if that ends earlier; `nil` for never.
    ///
    /// Every wait on the call's behalf ends at this moment with the deadline's timeout. The exchange does, and an
    /// interceptor that waits for something of its own uses ``beforeDeadline(_:)``.
    public private(set) var deadline: Deadline?
    /// Whether this call may carry its credential where it goes now.
    public var signing = Signing.allowed
    /// The same for all attempts.
    public let context: CallContext
    /// How the caller wants the body.
    public let delivery: BodyDelivery

    /// A call that has not been sent yet.
    public init(request: HTTPRequest, body: RequestBody, context: CallContext, delivery: BodyDelivery) {
        self.request = request
        self.body = body
        self.context = context
        self.delivery = delivery
    }

    /// Where the request goes as it stands now: a link further out may have sent it elsewhere.
    public var origin: Origin? {
        // Most calls go where their environment is, and need no parsing to know it.
        let own = context.origin
        return request.scheme == own.scheme && request.authority == own.authority ? own : request.origin
    }

    /// What the request asks for as it stands now.
    package var target: RequestTarget? {
        let own = context.origin
        guard request.scheme == own.scheme, request.authority == own.authority else { return RequestTarget(request) }
        return RequestTarget(own, path: request.path ?? "/")
    }

    /// Whether it still goes where its environment is.
    public var goesToOwnOrigin: Bool { origin == context.origin }

    /// Brings the deadline forward to `timeout` from now. An earlier deadline remains, so that no interceptor extends the
    /// limit of another. Throws the timeout if it is not positive.
    public mutating func shortenDeadline(to timeout: NetworkError.Timeout) throws(NetworkError) {
        guard timeout.duration > .zero else { throw context.error(.timeout(timeout), request) }
        let new = Deadline(timeout, from: context.time.monotonicTime)
        if let deadline, deadline.moment <= new.moment { return }
        deadline = new
    }

    /// For logs and traces: every query value is replaced, except those under ``CallContext/publicQueryNames``.
    public var redactedURL: String { context.redactedURL(of: request) }

    /// A redirect to another origin takes the credential away: the call goes on without it.
    public enum Signing: Sendable, Equatable {
        case allowed, withheld
    }
}
