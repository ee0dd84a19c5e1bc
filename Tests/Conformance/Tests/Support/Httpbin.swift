import EngineTestSupport
import Foundation
import GraphQL
import Networking
import Testing

/// The server that `Tests/Conformance/run.sh` started for this run.
enum Httpbin {
    /// For example `http://127.0.0.1:40123`; `nil` in a plain `swift test`.
    static let address = ProcessInfo.processInfo.environment["STRATA_HTTPBIN"]

    static func environment() throws -> APIEnvironment {
        let address = try #require(address)
        return try APIEnvironment(name: "httpbin", baseURL: try #require(URL(string: address)))
    }

    /// The same server under another name, and so another origin.
    static func otherOrigin() throws -> String {
        try #require(address).replacing("127.0.0.1", with: "localhost")
    }
}

extension Trait where Self == ConditionTrait {
    /// The suite requires httpbin. Without it nothing is sent: `make test` stays offline.
    static var againstHttpbin: Self {
        .enabled(if: Httpbin.address != nil, "STRATA_HTTPBIN is not set: `make conformance` starts httpbin and sets it")
    }
}

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

/// The request as httpbin received it, returned by `/anything` and similar paths.
struct Echo: Decodable, Sendable {
    /// Only `/anything` returns the method.
    let method: String?
    let url: String
    let args: [String: Values]
    /// Fields of the same name are joined with commas.
    let headers: [String: String]
    let form: [String: Values]?
    let files: [String: Values]?
    /// A body that is not a form. Text that is not UTF-8 is a `data:` URL.
    let data: String?

    /// A header field's value, in any case; `nil` if httpbin received none.
    func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// httpbin writes one value as a string and several as an array.
    struct Values: Decodable, Sendable, Equatable, ExpressibleByArrayLiteral {
        let all: [String]

        init(arrayLiteral all: String...) {
            self.all = all
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                all = [try container.decode(String.self)]
            } catch DecodingError.typeMismatch {
                all = try container.decode([String].self)
            }
        }
    }
}
