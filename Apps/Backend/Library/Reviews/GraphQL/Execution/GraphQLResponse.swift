/// The result of one operation (GraphQL specification, section 7.1).
struct GraphQLResponse: Equatable, Sendable {
    /// `nil` if the operation was not executed; the response then has no `data`.
    let data: GraphQLValue?
    let errors: [GraphQLError]
    /// The number of root fields that have a value. A mutation with such a field had an effect.
    var completedRootFields = 0

    init(data: GraphQLValue, errors: [GraphQLError], completedRootFields: Int) {
        self.data = data
        self.errors = errors
        self.completedRootFields = completedRootFields
    }

    init(refused error: GraphQLRequestError) {
        data = nil
        errors = error.errors
    }

    /// `errors` first, so that a reader of a long response sees them, as the specification suggests.
    var json: String {
        var members: [GraphQLValue.Member] = []
        if !errors.isEmpty { members.append(.init("errors", .list(errors.map(\.json)))) }
        if let data { members.append(.init("data", data)) }
        return GraphQLValue.object(members).json
    }
}
