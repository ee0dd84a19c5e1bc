/// The schema's `Subscription`: the root object of one event.
struct SubscriptionRoot: GraphQLObject {
    let review: ReviewObject
    let typeName = "Subscription"

    func resolve(_ field: String, _ arguments: GraphQLValue) -> GraphQLResult { .object(review) }

    /// The book of `reviewAdded(book:)`; `nil` for all books.
    static func book(of plan: GraphQLPlan) throws(GraphQLRequestError) -> Int? {
        guard let field = rootField(plan.operation.selections, plan),
            let definition = plan.schema.field(field.name, of: "Subscription")
        else { return nil }
        do {
            return try plan.coercion.coerce(field.arguments, to: definition.arguments, field.name)["book"]?.int
        } catch {
            throw GraphQLRequestError([error])
        }
    }

    /// A valid subscription has one field, possibly in fragments.
    private static func rootField(_ selections: [GraphQLSelection], _ plan: GraphQLPlan) -> GraphQLField? {
        for selection in selections {
            switch selection {
            case .field(let field): return field
            case .inline(_, _, let inner, _): if let field = rootField(inner, plan) { return field }
            case .spread(let name, _, _):
                let fragment = plan.document.fragments.first { $0.name == name }
                if let field = fragment.flatMap({ rootField($0.selections, plan) }) { return field }
            }
        }
        return nil
    }
}
