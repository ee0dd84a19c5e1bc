/// One call, described as a value: what to ask, how to read the answer, and which access it needs.
///
/// Endpoints are static members of constrained extensions, so that a call reads `session.send(.user(id))`:
///
/// ```swift
/// extension Endpoint where Access: MemberScope, Response == User {
///     static func user(_ id: User.ID) -> Self {
///         Endpoint(.get, "/users/\(id.text)", answer: .json(UserV2.self, as: User.init))
///     }
/// }
/// ```
public struct Endpoint<Access: AccessScope, Response: Sendable>: Sendable {
    /// The operation's name in logs and traces: the declaring function, such as `user(_:)`. Never a value from the call.
    public let operation: String
    public let method: RequestMethod
    /// Below the environment's base URL and version.
    public let path: EndpointPath
    /// In this order.
    public let query: [QueryItem]
    /// Beside, and over, the environment's default headers.
    public let headers: [HeaderField]
    public let body: EndpointBody
    /// `nil` takes the environment's version.
    public let version: APIVersion?
    /// What makes it safe to send the call twice.
    public let idempotency: Idempotency
    public let response: ResponseDecoding<Response>

    /// Describes a call.
    /// - Parameter operation: leave it out; the declaring function's name stands in.
    public init(
        _ method: RequestMethod, _ path: EndpointPath, query: [QueryItem] = [], headers: [HeaderField] = [],
        body: EndpointBody = .none, version: APIVersion? = nil, idempotency: Idempotency = .byMethod,
        response: ResponseDecoding<Response>, operation: String = #function
    ) {
        self.operation = operation
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.version = version
        self.idempotency = idempotency
        self.response = response
    }
}
