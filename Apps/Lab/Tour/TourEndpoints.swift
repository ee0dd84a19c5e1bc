import CommandLine
import Composition
import Foundation
import Networking
import RemoteServices

/// The counters of the sample backend, so that the tour checks the server's view instead of the app's.
struct ServerCounters: Decodable, Sendable {
    let refreshes: Int
    let unauthorized: Int
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// Sets a fault switch of the backend, which Docs/reference/sample-backend.md describes.
    static func fault(_ name: String, _ settings: [String: JSONElement] = [:]) -> Self {
        Endpoint(
            .post, "/faults/\(name)", body: settings.isEmpty ? .none : .encodable(settings), response: .nothing)
    }
}

extension Endpoint where Access: GuestScope, Response == ServerCounters {
    static func counters() -> Self {
        Endpoint(.get, "/faults/counters", response: .json)
    }
}

/// The account of an access token, with the values that every backend has, for calls without a service.
struct AccountOutput: Codable, Sendable {
    let id: String
    let email: String
    let role: String
}

extension Endpoint where Access: MemberScope, Response == AccountOutput {
    static func account() -> Self {
        Endpoint(.get, "/users/me", response: .json)
    }
}

/// A generated file of the sample backend. Its length determines its bytes.
struct SampleFile: Sendable {
    let length: Int

    struct Digest: Decodable, Sendable {
        let sha256: String
    }
}

extension Endpoint where Access: MemberScope, Response == Data {
    static func content(of file: SampleFile) -> Self {
        Endpoint(.get, "/files/sample-\(file.length)", response: .data)
    }
}

extension Endpoint where Access: MemberScope, Response == SampleFile.Digest {
    static func digest(of file: SampleFile) -> Self {
        Endpoint(.get, "/files/sample-\(file.length)/digest", response: .json)
    }
}

extension Tour {
    /// A session for paths with any version, or none.
    func pageSession() throws -> (session: Session<Guest>, environment: APIEnvironment) {
        let environment = try APIEnvironment(name: "pages", baseURL: app.settings.baseURL)
        return (app.client(for: environment).session(for: Guest.self), environment)
    }

    /// Requests pages until the walk ends, and returns the last one.
    func follow(
        _ walk: inout PageWalk, from first: String, with session: Session<Guest>
    ) async throws -> RawResponse {
        var path = first
        while true {
            let page = Endpoint<Guest, Data>(
                .get, EndpointPath(encoded: path), response: .data, operation: "page")
            let response = try await session.response(to: page)
            guard let json = JSONText(response.body) else { throw PaginationError.notJSON(page: walk.page) }
            let next = try NextPage(after: response, json, page: walk.page)
            guard case .request(let following) = try walk.advance(to: next) else { return response }
            path = following
        }
    }
}
