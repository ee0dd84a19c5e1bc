import Primitives

/// A response with a status that the endpoint does not accept, or with an error in its envelope, and the error details
/// from its body.
public struct HTTPFailure: Sendable, Equatable {
    /// The status code (RFC 9110 section 15).
    public let status: Int
    /// The API's error code, such as `email_taken`, for programs to act on; `nil` if the server sent none.
    public let code: String?
    /// The server's error message; `nil` if it sent none.
    public let message: String?
    /// The fields of the request that the server reported as invalid.
    public let fields: [FieldFailure]
    /// How long to wait before the next request (Retry-After, RFC 9110 section 10.2.3), counted from the response.
    public let retryAfter: Duration?

    /// Creates a failure from its parts.
    public init(
        status: Int, code: String? = nil, message: String? = nil, fields: [FieldFailure] = [],
        retryAfter: Duration? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
        self.retryAfter = retryAfter
    }

    /// The server's error about one field of the request.
    public struct FieldFailure: Sendable, Equatable {
        /// The field's name in the API.
        public let field: String
        /// The server's message, in one sentence.
        public let message: String

        /// Creates the error of one field.
        public init(field: String, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// The kind of failure, derived from the status.
    public var kind: Kind {
        switch status {
        case 401: .unauthorized
        case 403: .forbidden
        case 404, 410: .notFound
        case 400, 422: .invalid
        case 429: .rateLimited
        case 400...499: .client
        // RFC 9110 section 15: a status outside the five classes counts as 5xx.
        case 500...: .server
        default: .unexpected
        }
    }

    /// Groups of statuses that a program handles alike; see ``HTTPFailure/kind``.
    public enum Kind: Sendable, Equatable {
        case unauthorized, forbidden, notFound, invalid, rateLimited, client, server, unexpected
    }

    var isRetryable: Bool {
        switch status {
        case 408, 425, 429, 500, 502, 503, 504: true
        default: false
        }
    }

    /// Whether the message for users is the server's: its sentence, or those about the fields.
    public var hasServerMessage: Bool { !fields.isEmpty || message?.allSatisfy(\.isWhitespace) == false }

    var localizableUserMessage: UserMessage {
        if !fields.isEmpty {
            let texts = fields.map { "\($0.field): \($0.message)" }
            return UserMessage("status.message", "%1$@", texts.joined(separator: " "))
        }
        let wait = retryAfter.flatMap { $0 > .zero ? $0.roundedUp : nil }
        if hasServerMessage, let message {
            guard let wait else { return UserMessage("status.message", "%1$@", message) }
            return UserMessage("status.message.retryAfter", "%1$@ Try again in %2$@.", message, wait)
        }
        if let wait {
            switch kind {
            case .rateLimited:
                return UserMessage("status.rateLimited.retryAfter", "Too many requests. Try again in %1$@.", wait)
            case .server:
                return UserMessage(
                    "status.server.retryAfter", "The server failed (%1$@). Try again in %2$@.", "\(status)", wait)
            default: break
            }
        }
        return switch kind {
        case .unauthorized:
            UserMessage("status.unauthorized", "You are not logged in, or your session has ended. Log in again.")
        case .forbidden: UserMessage("status.forbidden", "You are not allowed to do this.")
        case .notFound: UserMessage("status.notFound", "Not found, or you don't have access.")
        case .invalid: UserMessage("status.invalid", "The server refused the request as invalid.")
        case .rateLimited: UserMessage("status.rateLimited", "Too many requests. Wait a moment and try again.")
        case .client: UserMessage("status.client", "The server refused the request (%1$@).", "\(status)")
        case .server: UserMessage("status.server", "The server failed (%1$@). Try again later.", "\(status)")
        case .unexpected:
            UserMessage("status.unexpected", "The server responded with the unexpected status %1$@.", "\(status)")
        }
    }
}
