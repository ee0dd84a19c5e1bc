import GraphQL
public import Networking
public import RemoteServices
public import Services

extension RemoteServicesFixture {
    /// The review service of `account`, or of a guest.
    public func reviews(of account: Account?) throws(InvalidAPIEnvironment) -> GraphQLReviewService {
        let server = client.environment
        let client = client.client(
            for: try APIEnvironment(name: "graphql", baseURL: server.baseURL, defaultHeaders: server.defaultHeaders))
        return GraphQLReviewService(
            client: client, session: account.map { sessions.session(of: $0, on: client) },
            persistedQueries: PersistedQueries(hashing: hashing))
    }
}
