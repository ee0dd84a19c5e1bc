import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Backend

/// Every route with every kind of caller. A new route without a row fails the first test.
struct AuthorizationMatrixTests {
    @Test("every route of the router has a row in the matrix, and every row a route")
    func isComplete() async throws {
        try await TestBackend.run { backend in
            let routes = backend.backend.routes.routes.map { "\($0.method.rawValue) \($0.path)" }
            #expect(routes.sorted() == Row.all.map(\.route).sorted())
        }
    }

    @Test("each caller gets the status of the route's rule", arguments: Row.all)
    func obeysTheRule(row: Row) async throws {
        for caller in CallerKind.allCases {
            try await TestBackend.run { backend in
                let token = try await caller.token(on: backend)
                try await backend.uploadGracesAvatar()  // feature: Uploads
                let response = try await row.send(to: backend, token: token)
                #expect(response.status == row.rule.expected(for: caller, success: row.success), "\(caller)")
                if response.status.code >= 400 {
                    try response.expectProblem(response.status, row.rule.code(for: caller))
                }
            }
        }
    }
}

/// The callers who may use a route. The path of `owner` routes has Grace's id.
enum Rule: Sendable {
    case open
    /// Everyone, but not with an invalid token.
    case guest
    case member
    case owner
    /// Not even an administrator.
    case ownerOnly
    case admin

    func expected(for caller: CallerKind, success: HTTPResponse.Status) -> HTTPResponse.Status {
        switch (self, caller) {
        case (.ownerOnly, .admin), (.ownerOnly, .other): .notFound
        case (.open, _), (.guest, .none), (_, .admin): success
        case (_, .none), (_, .expired), (_, .revoked), (_, .garbage): .unauthorized
        case (.guest, _), (.member, _), (.owner, .owner), (.ownerOnly, .owner): success
        case (.owner, .other): .notFound
        case (.admin, .owner), (.admin, .other): .forbidden
        }
    }

    func code(for caller: CallerKind) -> String {
        switch caller {
        case .none: "missing_token"
        case .expired, .revoked, .garbage: "invalid_token"
        default: if case .admin = self { "forbidden" } else { "not_found" }
        }
    }
}

enum CallerKind: CaseIterable, Sendable {
    case none
    case garbage
    case expired
    case revoked
    case other
    case owner
    case admin

    func token(on backend: TestBackend) async throws -> String? {
        switch self {
        case .none: return nil
        case .garbage: return "not-a-token"
        case .expired:
            let pair = try await backend.session(of: "u-grace")
            backend.clock.advance(by: .seconds(900))
            return pair.access.text
        case .revoked:
            let tokens = try await backend.logIn(DemoAccounts.grace)
            let response = try await backend.send(.post, "/v2/auth/logout", token: tokens.access)
            #expect(response.status == .noContent)
            return tokens.access
        case .other: return try await backend.session(of: "u-alan").access.text
        case .owner: return try await backend.logIn(DemoAccounts.grace).access
        case .admin: return try await backend.logIn(DemoAccounts.ada).access
        }
    }
}

struct Row: Sendable, CustomTestStringConvertible {
    let method: HTTPRequest.Method
    let path: String
    let rule: Rule
    var success = HTTPResponse.Status.ok
    var json: String?
    var form: [UInt8]?  // feature: Uploads
    /// Appended to the path.
    var query = ""
    /// Replaces `{id}` in the path.
    var id = "u-grace"
    /// Sent without a token, because it contains client credentials.
    var urlEncoded: String?

    /// The router ignores a slash at the end.
    var route: String { "\(method.rawValue) \(path.hasSuffix("/") ? String(path.dropLast()) : path)" }
    var testDescription: String { route }

    static let all: [Row] = [
        common,
        timeEntries,  // feature: TimeEntries
    ].flatMap { $0 }

    private static let common = [
        Row(method: .get, path: "/v2/health", rule: .open),
        Row(method: .get, path: "/openapi.json", rule: .open),
        Row(
            method: .post, path: "/v2/auth/login", rule: .open,
            json: #"{"email":"ada@example.com","password":"analytical-engine"}"#),
        Row(method: .post, path: "/v2/auth/refresh", rule: .open, json: #"{"refresh_token":"{token}"}"#),
        Row(
            method: .post, path: "/oauth/token", rule: .open,
            urlEncoded: """
                grant_type=refresh_token&refresh_token={token}&client_id=strata-demo&client_secret=punched-cards
                """),
        Row(method: .post, path: "/v2/auth/logout", rule: .member, success: .noContent),
        Row(method: .get, path: "/v2/users/me", rule: .member),
        // feature: Users begin
        Row(method: .get, path: "/v2/users", rule: .admin),
        Row(
            method: .post, path: "/v2/users", rule: .admin, success: .created,
            json: #"{"name":"R","email":"r@example.com"}"#),
        Row(method: .get, path: "/v2/users/{id}", rule: .owner),
        Row(
            method: .put, path: "/v2/users/{id}", rule: .owner,
            json: #"{"name":"G","email":"g@example.com","description":null}"#),
        Row(method: .patch, path: "/v2/users/{id}", rule: .owner, json: "{}"),
        Row(method: .delete, path: "/v2/users/{id}", rule: .owner, success: .noContent),
        // feature: Users end
        // feature: Uploads begin
        Row(method: .post, path: "/v2/users/{id}/avatar", rule: .owner, success: .created, form: Picture.png),
        Row(method: .get, path: "/v2/users/{id}/avatar", rule: .owner),
        // feature: Uploads end
        Row(method: .get, path: "/v2/files/{name}", rule: .member),
        Row(method: .get, path: "/v2/files/{name}/digest", rule: .member),
        // feature: Feedback begin
        Row(method: .post, path: "/v2/feedback", rule: .guest, success: .created, json: #"{"message":"Thanks!"}"#),
        // feature: Feedback end
        // feature: Products begin
        Row(method: .get, path: "/v2/products", rule: .guest),
        Row(method: .get, path: "/v2/products/{id}", rule: .guest, id: "p-nanosecond"),
        Row(
            method: .post, path: "/v2/products", rule: .admin, success: .created,
            json: #"{"name":"Bug","sku":"BUG-1","price":{"amount":"1","currency":"EUR"}}"#),
        Row(
            method: .delete, path: "/v2/products/{id}", rule: .admin, success: .noContent, id: "p-nanosecond"),
        // feature: Products end
        // feature: Reviews begin
        // Its fields have rules of their own, which ReviewTests cover.
        Row(method: .post, path: "/graphql", rule: .open, json: #"{"query":"{ __typename }"}"#),
        Row(method: .get, path: "/graphql", rule: .open, query: "?query=%7B__typename%7D"),
        Row(method: .get, path: "/graphql/schema.graphql", rule: .open),
        // feature: Reviews end
        // feature: Books begin
        Row(method: .get, path: "/books/", rule: .open),
        Row(method: .get, path: "/books/{id}/", rule: .open, id: "84"),
        Row(method: .get, path: "/books/{id}/text", rule: .open, id: "84"),
        // feature: Books end
        Row(method: .get, path: "/v1/users/me", rule: .member),
        Row(method: .get, path: "/v1/users/{id}", rule: .owner),  // feature: Users
        Row(method: .post, path: "/faults/expire-access-tokens", rule: .open, success: .noContent),
        Row(method: .get, path: "/faults/counters", rule: .open),
        Row(method: .post, path: "/faults/reset-counters", rule: .open, success: .noContent),
        Row(method: .post, path: "/faults/disarm", rule: .open, success: .noContent),
        Row(method: .post, path: "/faults/refuse", rule: .open, success: .noContent, json: "{}"),
        Row(method: .post, path: "/faults/delay", rule: .open, success: .noContent, json: "{}"),
        Row(method: .post, path: "/faults/drip", rule: .open, success: .noContent, json: "{}"),
        Row(method: .post, path: "/faults/cut", rule: .open, success: .noContent, json: "{}"),
        Row(method: .post, path: "/faults/truncate", rule: .open, success: .noContent, json: "{}"),
        Row(method: .post, path: "/faults/hang-up", rule: .open, success: .noContent, json: "{}"),
        Row(method: .post, path: "/faults/garble", rule: .open, success: .noContent, json: "{}"),
        // feature: Reviews begin
        Row(method: .post, path: "/faults/graphql-average-stars", rule: .open, success: .noContent, json: "{}"),
        Row(method: .post, path: "/faults/graphql-401", rule: .open, success: .noContent, json: "{}"),
        // feature: Reviews end
        Row(method: .post, path: "/faults/html", rule: .open, success: .noContent, json: "{}"),
        Row(method: .post, path: "/faults/repeat", rule: .open, success: .noContent, json: "{}"),  // feature: Books
    ]

    func send(to backend: TestBackend, token: String?) async throws -> TestResponse {
        let path = path.replacing("{id}", with: id).replacing("{name}", with: "sample-9") + query
        let fresh = try await backend.session(of: "u-grace").refresh.text
        let json = json?.replacing("{token}", with: fresh)
        if let urlEncoded {
            return try await backend.send(
                method, path, headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: urlEncoded.replacing("{token}", with: fresh)))
        }
        // feature: Uploads begin
        if let form {
            let body = Form.avatar(form)
            return try await backend.send(method, path, token: token, headers: body.headers, body: body.buffer)
        }
        // feature: Uploads end
        return try await backend.send(method, path, token: token, json: json)
    }
}
