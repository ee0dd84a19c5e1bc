import Foundation
import GraphQL
import Networking
import TestSupport
import Testing

/// The GraphQL server that `Tests/Conformance/run.sh` started for this run: `Tests/Conformance/graphql/app.py`.
enum GraphQLServer {
    /// For example `http://127.0.0.1:40123`; `nil` in a plain `swift test`.
    static let address = ProcessInfo.processInfo.environment["STRATA_GRAPHQL"]

    static let path: EndpointPath = "/graphql/"

    static func environment() throws -> APIEnvironment {
        let address = try #require(address)
        return try APIEnvironment(name: "graphql", baseURL: try #require(URL(string: address)))
    }

    /// Runs `body` with a guest's GraphQL session.
    static func visit(
        over transport: TransportUnderTest, queryMethod: GraphQLQueryMethod = .post,
        persistedQueries: PersistedQueries? = nil,
        _ body: (GraphQLSession<TestGuest>, Visitor) async throws -> Void
    ) async throws {
        try await Visitor.visit(over: transport, at: environment) { visitor in
            let session = GraphQLSession(
                visitor.guest, path: path, queryMethod: queryMethod, persistedQueries: persistedQueries)
            try await body(session, visitor)
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// The suite requires the GraphQL server.
    static var againstGraphQLServer: Self {
        .enabled(
            if: GraphQLServer.address != nil,
            "STRATA_GRAPHQL is not set: `make conformance` starts the server and sets it")
    }
}
