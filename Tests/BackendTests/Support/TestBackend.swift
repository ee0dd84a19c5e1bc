import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import Backend

/// A server without a socket, whose clock the test advances.
struct TestBackend: Sendable {
    let client: any TestClientProtocol
    let clock: ManualClock
    let backend: BackendApplication

    /// Runs `body` with a seeded server in a new folder, with cheap passwords and fault switches.
    static func run(
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @Sendable (TestBackend) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            var configuration = BackendConfiguration.forTests(folder, clock: clock)
            configure(&configuration)
            try await BackendApplication.withApplication(configuration) { backend in
                try await backend.application.test(.router) { client in
                    try await body(TestBackend(client: client, clock: clock, backend: backend))
                }
            }
        }
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, json: String? = nil,
        headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if json != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return try await client.executeRequest(
            uri: path, method: method, headers: headers, body: json.map { ByteBuffer(string: $0) } ?? body)
    }

    func logIn(_ account: DemoAccount) async throws -> Tokens {
        let response = try await send(
            .post, "/v2/auth/login", json: #"{"email":"\#(account.email)","password":"\#(account.password)"}"#)
        #expect(response.status == .ok)
        return try response.decode(Tokens.self)
    }

    func refresh(_ token: String) async throws -> TestResponse {
        try await send(.post, "/v2/auth/refresh", json: #"{"refresh_token":"\#(token)"}"#)
    }

    /// Starts a session without a login, because most users have no password.
    func session(of userID: String) async throws -> TokenPair {
        try #require(try await backend.sessions.start(userID: userID))
    }
}

/// The tokens as a client decodes them.
struct Tokens: Decodable {
    let access: String
    let refresh: String
    let lifetime: Int

    private enum CodingKeys: String, CodingKey {
        case access = "access_token"
        case refresh = "refresh_token"
        case lifetime = "expires_in"
    }
}

/// Problem details as a client decodes them.
struct ProblemShape: Decodable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    let code: String
    let requestID: String
    let errors: [FieldShape]?

    private enum CodingKeys: String, CodingKey {
        case type
        case title
        case status
        case detail
        case code
        case requestID = "request_id"
        case errors
    }

    struct FieldShape: Decodable, Hashable {
        let field: String
        let code: String
        let message: String
    }
}

extension BackendConfiguration {
    static func forTests(_ folder: URL, clock: ManualClock = ManualClock()) -> BackendConfiguration {
        var configuration = BackendConfiguration(dataDirectory: folder)
        configuration.passwordCost = .negligible
        configuration.publicName = URL(string: "http://strata.test")
        configuration.now = { clock.now }
        configuration.faults = true
        configuration.logger.logLevel = .critical
        return configuration
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    }

    /// Checks the properties that all error responses share, and returns the problem.
    @discardableResult
    func expectProblem(
        _ status: HTTPResponse.Status, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ProblemShape {
        let problem = try decode(ProblemShape.self)
        #expect(self.status == status, sourceLocation: sourceLocation)
        #expect(problem.status == status.code, sourceLocation: sourceLocation)
        #expect(problem.code == code, sourceLocation: sourceLocation)
        #expect(problem.type == "tag:strata.example,2026:problem/\(code)", sourceLocation: sourceLocation)
        #expect(!problem.title.isEmpty && !problem.detail.isEmpty, sourceLocation: sourceLocation)
        #expect(headers[.contentType] == "application/problem+json", sourceLocation: sourceLocation)
        #expect(headers[.cacheControl] == "no-store", sourceLocation: sourceLocation)
        #expect(headers[.xRequestID] == problem.requestID, sourceLocation: sourceLocation)
        let challenge = headers[.wwwAuthenticate]
        #expect(
            (challenge?.hasPrefix(#"Bearer realm="strata""#) == true) == (status == .unauthorized),
            sourceLocation: sourceLocation)
        return problem
    }
}
