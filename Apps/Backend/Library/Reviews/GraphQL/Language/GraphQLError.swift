/// An error of a GraphQL response (GraphQL specification, section 7.1.2).
struct GraphQLError: Error, Equatable, Sendable {
    /// For programs: `extensions.code`. If Apollo Server has a name for an error, this server uses it.
    enum Code: String, Sendable {
        case parseFailed = "GRAPHQL_PARSE_FAILED"
        case validationFailed = "GRAPHQL_VALIDATION_FAILED"
        /// No operation has the requested name, or the name is missing.
        case operationUnresolved = "OPERATION_RESOLUTION_FAILURE"
        case badUserInput = "BAD_USER_INPUT"
        case unauthenticated = "UNAUTHENTICATED"
        case forbidden = "FORBIDDEN"
        case notFound = "NOT_FOUND"
        case tooComplex = "TOO_COMPLEX"
        case upstream = "UPSTREAM"
        case persistedQueryNotFound = "PERSISTED_QUERY_NOT_FOUND"
        case persistedQueryNotSupported = "PERSISTED_QUERY_NOT_SUPPORTED"
        case internalError = "INTERNAL_SERVER_ERROR"
    }

    /// A place in the document, in Unicode scalars. Both numbers begin with 1.
    struct Location: Hashable, Sendable {
        let line: Int
        let column: Int
    }

    enum PathElement: Equatable, Sendable {
        case key(String)
        case index(Int)
    }

    let code: Code
    let message: String
    /// Empty if the error belongs to no place in the document.
    var locations: [Location] = []
    /// The path of the field in the response; empty for an error of the whole request.
    var path: [PathElement] = []

    init(_ code: Code, _ message: String, at location: Location? = nil) {
        self.code = code
        self.message = message
        locations = location.map { [$0] } ?? []
    }

    /// The error as an element of a response's `errors`.
    var json: GraphQLValue {
        var members: [GraphQLValue.Member] = [.init("message", .string(message))]
        if !locations.isEmpty {
            let places = locations.map { place -> GraphQLValue in
                ["line": .int(place.line), "column": .int(place.column)]
            }
            members.append(.init("locations", .list(places)))
        }
        if !path.isEmpty {
            let elements = path.map { element -> GraphQLValue in
                switch element {
                case .key(let key): .string(key)
                case .index(let index): .int(index)
                }
            }
            members.append(.init("path", .list(elements)))
        }
        members.append(.init("extensions", ["code": .string(code.rawValue)]))
        return .object(members)
    }
}

/// A request that is refused before its execution. Its response has no `data`.
struct GraphQLRequestError: Error, Equatable, Sendable {
    let errors: [GraphQLError]

    init(_ errors: [GraphQLError]) { self.errors = errors }
    init(_ code: GraphQLError.Code, _ message: String, at location: GraphQLError.Location? = nil) {
        errors = [GraphQLError(code, message, at: location)]
    }
}
