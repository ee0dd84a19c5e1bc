import GraphQL
public import Networking
public import RemoteServices
public import Services

extension RemoteServicesFixture {
    /// The review service of `account`, or of a guest.
    public func reviews(of account: Account?) throws(InvalidAPIEnvironment) -> GraphQLReviewService {
        let server = client.environment
        return GraphQLReviewService(
            account: account,
            client: client.client(
                for: try APIEnvironment(
                    name: "graphql", baseURL: server.baseURL, defaultHeaders: server.defaultHeaders)),
            sessions: sessions, persistedQueries: PersistedQueries(hashing: hashing))
    }
}
