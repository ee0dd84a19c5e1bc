import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore

@testable import Backend

extension TestBackend {
    /// Sends an operation as JSON, and accepts JSON by default.
    /// - Parameter variables: a JSON object.
    func graphQL(
        _ query: String, variables: String = "{}", token: String? = nil, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.accept] = headers[.accept] ?? "application/json"
        let text = GraphQLValue.string(query).json
        return try await send(
            .post, "/graphql", token: token, json: #"{"query":\#(text),"variables":\#(variables)}"#, headers: headers)
    }
}
