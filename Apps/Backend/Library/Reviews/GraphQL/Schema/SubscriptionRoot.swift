/// The schema's `Subscription`: the root object of one event.
struct SubscriptionRoot: GraphQLObject {
    let review: ReviewObject
    let typeName = "Subscription"

    func resolve(_ field: String, _ arguments: GraphQLValue) -> GraphQLResult { .object(review) }

    /// The book of `reviewAdded(book:)`; `nil` for all books.
    static func book(of plan: GraphQLPlan) throws(GraphQLRequestError) -> Int? {
        // A valid subscription has at most one field, which a directive can leave out.
        guard let field = plan.fields(of: [plan.operation.selections], on: "Subscription").first?.first,
            let definition = plan.schema.field(field.name, of: "Subscription")
        else { return nil }
        do {
            return try plan.coercion.coerce(field.arguments, to: definition.arguments, field.name)["book"]?.int
        } catch {
            throw GraphQLRequestError([error])
        }
    }
}
