import Composition
import Foundation
import Networking
import RemoteServices

extension Tour {
    /// A session for paths with any version, or none.
    func pageSession() async throws -> (session: Session<Guest>, environment: APIEnvironment) {
        let environment = try APIEnvironment(name: "pages", baseURL: app.settings.baseURL)
        return (try await app.client(for: environment).session(for: Guest.self), environment)
    }

    /// Requests pages until the walk ends, and returns the last one.
    func follow(
        _ walk: inout PageWalk, from first: String, with session: Session<Guest>
    ) async throws -> RawResponse {
        var path = first
        while true {
            let page = Endpoint<Guest, Data>(
                .get, EndpointPath(stringLiteral: path), response: .data, operation: "page")
            let response = try await session.response(to: page)
            guard let json = JSONText(response.body) else { throw PaginationError.notJSON(page: walk.page) }
            let next = try NextPage(after: response, json, page: walk.page)
            guard case .request(let following) = try walk.advance(to: next) else { return response }
            path = following
        }
    }
}
