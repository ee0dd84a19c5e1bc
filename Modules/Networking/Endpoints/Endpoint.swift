/// Describes one call as a value: the request, how to decode the response, and the access scope that it needs.
///
/// Endpoints are static members of constrained extensions, so that a call reads `session.send(.user(id))`:
///
/// ```swift
/// extension Endpoint where Access: MemberScope, Response == User {
///     static func user(_ id: UserID) -> Self {
///         Endpoint(.get, "/users/\(id.text)", response: .json(UserV2.self, as: User.init))
///     }
/// }
/// ```
public struct Endpoint<Access: AccessScope, Response: Sendable>: Sendable {
    /// The call's name in logs and traces: the declaring function, such as `user(_:)`. It contains no argument of that
    /// function.
    public let operation: String
    public let method: RequestMethod
    /// The path, which is appended to the environment's base URL and version.
    public let path: EndpointPath
    /// The query items, sent in this order.
    public let query: [QueryItem]
    /// The headers, in addition to the environment's default headers. A header with the same name replaces the default.
    public let headers: [HeaderField]
    public let body: EndpointBody
    /// The API version; `nil` for the environment's default version.
    public let version: APIVersion?
    /// What makes it safe to send the call again.
    public let idempotency: Idempotency
    public let response: ResponseDecoding<Response>

    /// Describes a call.
    /// - Parameter operation: omit it to use the name of the declaring function.
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
