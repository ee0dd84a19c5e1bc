public import DependencyInjection
import Digests
import GraphQL
import Networking
import RemoteServices
public import Services

extension Key<Client> {
    /// Sends the calls to the backend's GraphQL.
    static var graphQLClient: Self { Self() }
}

extension Key<PersistedQueries> {
    static var persistedQueries: Self { Self() }
}

extension Key<any ReviewService> {
    /// Reads reviews without a login.
    public static var guestReviews: Self { Self() }

    /// Reads and writes reviews on behalf of the scope's account.
    public static var reviews: Self { Self() }
}

extension ComposedApp {
    /// Reads reviews without a login.
    public var guestReviews: any ReviewService { get async throws { try await value(.guestReviews) } }
}

extension AccountServices {
    /// Reads and writes reviews.
    public var reviews: any ReviewService { get async throws { try await value(.reviews) } }
}

extension Assembly {
    static var reviews: Assembly {
        Assembly {
            Singleton(.graphQLClient, needs: .settings, .client) { settings, client in
                client.client(for: try .graphQL(settings))
            }
            Singleton(.persistedQueries) { PersistedQueries(hashing: SHA256Hashing()) }
            Singleton(.guestReviews, needs: .graphQLClient, .persistedQueries) { client, persistedQueries in
                GraphQLReviewService(client: client, persistedQueries: persistedQueries)
            }
            Scoped(.reviews, needs: .account, .graphQLClient, .localAccountData, .persistedQueries) {
                account, client, local, persistedQueries in
                GraphQLReviewService(
                    client: client, session: local.sessions.session(of: account, on: client),
                    persistedQueries: persistedQueries)
            }
        }
    }
}

extension APIEnvironment {
    /// The backend's GraphQL, whose path has no version.
    static func graphQL(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(name: "graphql", baseURL: settings.baseURL, defaultHeaders: settings.defaultHeaders)
    }
}
