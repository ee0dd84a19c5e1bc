public import GraphQL
public import Networking
import Primitives
public import Services

extension ReviewServiceError {
    /// Maps the error of a call to the error of a ``ReviewService``.
    public init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .invalid(let values, _): self = .invalid(values)
        case .forbidden(let failure): self = .forbidden(failure)
        // A 404 means that this address has no GraphQL, not that a review is missing.
        case .notFound(let failure), .other(let failure): self = .failed(failure)
        }
    }

    /// Maps the errors of a result to the error of a ``ReviewService``. The first one decides, because the others often
    /// are its consequences.
    public init(_ errors: [GraphQLError]) {
        let error = errors.first ?? GraphQLError(message: "The server returned no data.")
        let failure = ServiceFailure(error)
        switch error.code {
        case "UNAUTHENTICATED": self = .loggedOut
        case "FORBIDDEN": self = .forbidden(failure)
        case "NOT_FOUND": self = .notFound(failure)
        default: self = .failed(failure)
        }
    }
}

extension ServiceFailure {
    /// The failure that an error in a result reports, with the server's message.
    init(_ error: GraphQLError) {
        let kind: Kind =
            switch error.code {
            case "UNAUTHENTICATED", "FORBIDDEN", "NOT_FOUND", "BAD_USER_INPUT", "TOO_COMPLEX": .rejected
            case "GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED", "OPERATION_RESOLUTION_FAILURE": .rejected
            default: .server(retryAfter: nil)
            }
        self.init(kind, UserMessage("status.message", "%1$@", error.message), underlying: error)
    }
}
