import Foundation

/// The data and stores that the resolvers of one request use.
struct GraphQLContext: Sendable {
    /// A file of a multipart request.
    struct Upload: Equatable, Sendable {
        let name: String
        let bytes: Data
    }

    let catalog: CatalogStore
    let reviews: ReviewStore
    let caller: Caller?
    /// Whether the request has a token that is expired, revoked or unknown. The caller is then a guest.
    let hasInvalidToken: Bool
    /// The files by the names that replace them in the variables.
    var uploads: [String: Upload] = [:]
    /// Whether `averageStars` fails. A fault switch sets it.
    var failsAverageStars = false

    /// The member who sent the request.
    /// - Throws: `UNAUTHENTICATED` for a guest.
    func member() throws(GraphQLError) -> UserRecord {
        if let caller { return caller.user }
        throw GraphQLError(
            .unauthenticated,
            hasInvalidToken ? "The access token is expired, revoked or unknown." : "This requires an access token.")
    }

    /// The number of items of a list from its argument `first`.
    static func count(_ arguments: GraphQLValue) throws(GraphQLError) -> Int {
        guard let count = arguments["first"]?.int, (1...100).contains(count) else {
            throw GraphQLError(.badUserInput, "The argument \"first\" must be from 1 to 100.")
        }
        return count
    }
}
