public import GraphQL
public import Networking
import Primitives
public import Services

extension ReviewServiceError {
    /// Maps the error of a GraphQL call. A 404 means that this address has no GraphQL, not that a review is missing.
    public init(ofCall error: NetworkError) {
        self = error.isNotFound ? .failed(ServiceFailure(error)) : ReviewServiceError(error)
    }

    /// Maps the errors of a result. The first one decides, because the others often are its consequences.
    public init(ofResult errors: [GraphQLError]) {
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
            case "UNAUTHENTICATED": .unauthorized
            case "FORBIDDEN": .forbidden
            case "NOT_FOUND": .notFound
            case "BAD_USER_INPUT", "TOO_COMPLEX": .rejected
            case "GRAPHQL_PARSE_FAILED", "GRAPHQL_VALIDATION_FAILED", "OPERATION_RESOLUTION_FAILURE": .rejected
            default: .server
            }
        self.init(kind, UserMessage("status.message", "%1$@", error.message), diagnostic: "\(error)")
    }
}
