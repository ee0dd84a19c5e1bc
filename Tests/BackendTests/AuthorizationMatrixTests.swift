import HTTPTypes
import NIOCore
import Testing

@testable import Backend

/// Every route with every kind of caller. A new route without a row fails the first test.
struct AuthorizationMatrixTests {
    /// The rows of each feature, one line each.
    private static let rows = [
        Row.base,
        Row.avatars,
        Row.uploads,
        Row.timeEntries,
        Row.feedback,
        Row.products,
        Row.books,
        Row.reviews,
    ].flatMap(\.self)

    @Test("every route of the router has a row in the matrix, and every row a route")
    func isComplete() async throws {
        #expect(try await BackendServer.routes().sorted() == Self.rows.map(\.route).sorted())
    }

    @Test("each caller gets the status of the route's rule", arguments: rows)
    func obeysTheRule(row: Row) async throws {
        for caller in CallerKind.allCases {
            try await TestBackend.run { backend in
                let token = try await caller.token(on: backend)
                try await backend.uploadGracesAvatar()
                try await backend.addGracesUploads()
                let outcome = try await row.send(to: backend, token: token).outcome
                let expected = row.rule.outcome(for: caller) ?? String(row.success.code)
                // The problem of a HEAD has no body.
                #expect(outcome == (row.method == .head ? String(expected.prefix(3)) : expected), "\(caller)")
            }
        }
    }

    @Test(
        "every write of a member or guest is replayed with its idempotency key, and names the key's lifetime",
        arguments: rows.filter {
            [.post, .put, .patch].contains($0.method) && $0.rule != .open && $0.path != "/v2/auth/logout"
        })
    func replays(row: Row) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: row.rule == .admin ? "u-ada" : "u-grace")
            try await backend.addGracesUploads()
            let first = try await row.send(to: backend, token: token, key: "k")
            let second = try await row.send(to: backend, token: token, key: "k")
            #expect(first.status == row.success && first.headers[.idempotencyReplayed] == nil)
            #expect(second.status == row.success && second.headers[.idempotencyReplayed] == "true")
            #expect(second.text == first.text && second.headers[.idempotencyKeyLifetime] == "86400")
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

    /// The problem of a caller; `nil` for success.
    func outcome(for caller: CallerKind) -> String? {
        switch (self, caller) {
        case (.ownerOnly, .admin), (.ownerOnly, .other), (.owner, .other): "404 not_found"
        case (.open, _), (.guest, .none), (_, .admin): nil
        case (_, .none): "401 missing_token"
        case (_, .expired), (_, .revoked), (_, .garbage): "401 invalid_token"
        case (.admin, _): "403 forbidden"
        default: nil
        }
    }
}

enum CallerKind: CaseIterable, Sendable {
    case none, garbage, expired, revoked, other, owner, admin

    func token(on backend: TestBackend) async throws -> String? {
        switch self {
        case .none: return nil
        case .garbage: return "not-a-token"
        case .expired:
            let token = try await backend.token(of: "u-grace")
            backend.clock.advance(by: 900)
            return token
        case .revoked:
            let token = try await backend.token(of: "u-grace")
            #expect(try await backend.outcome(.post, "/v2/auth/logout", token: token) == "204")
            return token
        case .other: return try await backend.token(of: "u-alan")
        case .owner: return try await backend.token(of: "u-grace")
        case .admin: return try await backend.token(of: "u-ada")
        }
    }
}

/// A route with a request that succeeds.
struct Row: Sendable, CustomTestStringConvertible {
    let method: HTTPRequest.Method
    let path: String
    let rule: Rule
    let success: HTTPResponse.Status
    let body: String?
    let type: String
    let query: String
    let id: String
    let headers: HTTPFields

    /// The router ignores a slash at the end.
    var route: String { "\(method) \(path.hasSuffix("/") ? String(path.dropLast()) : path)" }
    var testDescription: String { route }

    /// - Parameters:
    ///   - body: `{token}` stands for a new refresh token.
    ///   - query: appended to the path.
    ///   - id: replaces `{id}` in the path.
    init(
        _ method: HTTPRequest.Method, _ path: String, _ rule: Rule, _ success: HTTPResponse.Status = .ok,
        _ body: String? = nil, type: String = "application/json", query: String = "", id: String = "u-grace",
        headers: HTTPFields = [:]
    ) {
        (self.method, self.path, self.rule, self.success) = (method, path, rule, success)
        (self.body, self.type, self.query, self.id, self.headers) = (body, type, query, id, headers)
    }

    fileprivate static let base: [Row] =
        [
            Row(.get, "/v2/health", .open),
            Row(.post, "/v2/auth/login", .open, .ok, #"{"email":"ada@example.com","password":"analytical-engine"}"#),
            Row(.post, "/v2/auth/refresh", .open, .ok, #"{"refresh_token":"{token}"}"#),
            Row(
                .post, "/oauth/token", .open, .ok,
                "grant_type=refresh_token&refresh_token={token}&client_id=strata-demo&client_secret=punched-cards",
                type: "application/x-www-form-urlencoded"),
            Row(.post, "/v2/auth/logout", .member, .noContent),
            Row(.get, "/v2/users/me", .member),
            Row(.get, "/v2/users", .admin),
            Row(.post, "/v2/users", .admin, .created, #"{"name":"R","email":"r@example.com"}"#),
            Row(.get, "/v2/users/{id}", .owner),
            Row(.put, "/v2/users/{id}", .owner, .ok, #"{"name":"G","email":"g@example.com","description":null}"#),
            Row(.patch, "/v2/users/{id}", .owner, .ok, "{}"),
            Row(.delete, "/v2/users/{id}", .owner, .noContent),
            Row(.get, "/v2/files/{name}", .member),
            Row(.get, "/v2/files/{name}/digest", .member),
            Row(.get, "/v1/users/me", .member),
            Row(.get, "/v1/users/{id}", .owner),
            Row(.get, "/faults/counters", .open),
        ]
        + ["expire-access-tokens", "reset-counters", "reset", "disarm"].map {
            Row(.post, "/faults/\($0)", .open, .noContent)
        }
        + Fault.names.map(Row.fault)

    static func fault(_ name: String) -> Row { Row(.post, "/faults/\(name)", .open, .noContent, "{}") }

    func send(to backend: TestBackend, token: String?, key: String? = nil) async throws -> TestResponse {
        let path = path.replacing("{id}", with: id).replacing("{name}", with: "sample-9") + query
        let fresh = try await backend.session(of: "u-grace").refresh.text
        var headers = headers
        if body != nil { headers[.contentType] = type }
        headers[.idempotencyKey] = key
        return try await backend.send(
            // A form contains client credentials, which exclude a token.
            method, path, token: type == "application/x-www-form-urlencoded" ? nil : token, headers: headers,
            body: body.map { ByteBuffer(string: $0.replacing("{token}", with: fresh)) })
    }
}
