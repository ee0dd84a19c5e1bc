import HTTPTypes

/// Describes one call as a value: the request, how to decode the response, and the access scope that it needs.
///
/// Endpoints are static members of constrained extensions, so that a call reads `session.send(.user(id))`:
///
/// ```swift
/// extension Endpoint where Access: MemberScope, Response == User {
///     static func user(_ id: UserID) -> Self {
///         Endpoint(.get, "/users/\(id.text)", response: .json(UserV1.self, as: User.init))
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

/// The methods that an endpoint may use (RFC 9110 section 9, RFC 5789). A type of this module, so that a file that
/// declares endpoints does not have to import HTTPTypes.
public enum RequestMethod: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    var httpMethod: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .head: .head
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        case .options: .options
        }
    }
}

/// The permissions that a call needs or a session has, as a type without values.
///
/// An app declares one protocol for each scope and one empty type for each protocol. The protocols refine one another:
///
/// ```swift
/// protocol GuestScope: AccessScope {}
/// protocol MemberScope: GuestScope {}
/// enum Guest: GuestScope, AnonymousScope {}
/// enum Member: MemberScope {}
/// ```
///
/// An endpoint declares the scope that it needs (`extension Endpoint where Access: MemberScope`), and a session the
/// scope that it has (`Session<Member>`). The compiler compares them: a member's session can send a guest's endpoint,
/// but a guest's session can't send a member's. This guards against mistakes. The server decides about permissions.
public protocol AccessScope: Sendable {}

/// A scope that needs no credential: a ``Client`` can open a session with it without a ``CredentialHandle``.
public protocol AnonymousScope: AccessScope {}

/// What makes it safe to send an endpoint's call again.
public enum Idempotency: Sendable, Hashable {
    /// By method (RFC 9110 section 9.2.2): GET, HEAD, PUT and DELETE may be repeated; POST and PATCH only if the server
    /// can't have processed them.
    case byMethod
    /// A key that is generated once for each call and sent with every attempt as `Idempotency-Key`
    /// (draft-ietf-httpapi-idempotency-key-header), so that the server recognizes a repeated call. Use it only if the
    /// server supports it: a server that ignores the key creates duplicates.
    ///
    /// If the endpoint's own headers contain an Idempotency-Key, that key is sent. Use this for a call that may be
    /// repeated after a restart of the app.
    case keyed
    /// The call may be repeated whatever its method, because it only reads, such as a query that is sent with POST.
    case always
}

extension HTTPField.Name {
    /// The field is not registered yet, so HTTPTypes has no name for it.
    static var idempotencyKey: HTTPField.Name {
        // The name is a valid token, so the initializer can't fail and the fallback is never used.
        HTTPField.Name("Idempotency-Key") ?? .from
    }
}
