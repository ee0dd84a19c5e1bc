import Foundation
import HTTPTypes
import Logging
import NIOCore
import Synchronization
import Testing

@testable import Backend

/// A server without a socket, whose clock the test advances.
struct TestBackend: Sendable {
    let clock: ManualClock
    let application: BackendApplication

    var backend: Dependencies { application.backend }

    /// Runs `body` with a seeded server in a new folder, with fault switches.
    static func run(
        in folder: URL? = nil, clock: ManualClock = ManualClock(),
        configure: (inout BackendConfiguration) -> Void = { _ in }, _ body: (TestBackend) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { temporary in
            var configuration = BackendConfiguration(dataDirectory: folder ?? temporary)
            configuration.publicName = URL(string: "http://strata.test")
            configuration.now = { clock.now }
            configuration.faults = true
            configuration.logger.logLevel = .critical
            configure(&configuration)
            try await BackendApplication.withApplication(configuration) { application in
                try await body(TestBackend(clock: clock, application: application))
            }
        }
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, token: String? = nil,
        headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> TestResponse {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if json != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        let sent = Mutex<Data?>(json.map { Data($0.utf8) } ?? body.map { Data($0.readableBytesView) })
        return try await send(method, path, headers: headers) { sent.withLock { $0.take() } }
    }

    /// Sends the bytes that `body` returns until it returns `nil`.
    func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields,
        body: @escaping @Sendable () async throws -> Data?
    ) async throws -> TestResponse {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "strata.test", path: path, headerFields: headers)
        let received = Mutex((head: HTTPResponse(status: .ok), body: ByteBuffer()))
        try await BackendResponder(application: application).respond(
            to: request, body: body,
            head: { head in received.withLock { $0.head = head } },
            write: { bytes in received.withLock { _ = $0.body.writeBytes(bytes) } })
        let (head, bytes) = received.withLock { $0 }
        return TestResponse(status: head.status, headers: head.headerFields, body: bytes)
    }

    /// The response's ``TestResponse/outcome``.
    func outcome(
        _ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, token: String? = nil,
        headers: HTTPFields = [:], body: ByteBuffer? = nil
    ) async throws -> String {
        try await send(method, path, json, token: token, headers: headers, body: body).outcome
    }

    func logIn(_ account: DemoAccount) async throws -> Tokens {
        try await send(
            .post, "/v2/auth/login", #"{"email":"\#(account.email)","password":"\#(account.password)"}"#
        ).decode(Tokens.self)
    }

    func refresh(_ token: String) async throws -> TestResponse {
        try await send(.post, "/v2/auth/refresh", #"{"refresh_token":"\#(token)"}"#)
    }

    /// Starts a session without a login, because most users have no password.
    func session(of userID: String) async throws -> TokenPair {
        try #require(try await backend.sessions.start(userID: userID))
    }

    /// An access token.
    func token(of userID: String) async throws -> String { try await session(of: userID).access.text }

    func arm(_ name: String, _ json: String = "{}") async throws {
        #expect(try await outcome(.post, "/faults/\(name)", json) == "204")
    }
}

struct TestResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer

    var text: String { String(buffer: body) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(body.readableBytesView))
    }

    /// The status, and for a problem its code or its errors by field: `404 not_found`, `422 name required, sku invalid`.
    /// Checks the properties that all problems share.
    var outcome: String {
        get throws {
            guard headers[.contentType] == "application/problem+json", body.readableBytes > 0 else {
                return String(status.code)
            }
            let problem = try decode(ProblemShape.self)
            #expect(problem.status == status.code && !problem.title.isEmpty && !problem.detail.isEmpty)
            let registered = "https://iana.org/assignments/http-problem-types#"
            let type = problem.type.replacing(registered, with: "tag:strata.example,2026:problem/")
            #expect(type.replacing("-", with: "_") == "tag:strata.example,2026:problem/\(problem.code)")
            #expect(headers[.cacheControl] == "no-store" && headers[.xRequestID] == problem.requestId)
            let challenge = headers[.wwwAuthenticate]?.hasPrefix(#"Bearer realm="strata""#) ?? false
            #expect(challenge == (status == .unauthorized))
            guard problem.code == "validation_failed" else { return "\(status.code) \(problem.code)" }
            let errors = problem.errors?.map { "\($0.field) \($0.code)" } ?? []
            return "\(status.code) \(errors.joined(separator: ", "))"
        }
    }
}

/// The tokens as a client decodes them.
struct Tokens: Decodable {
    let accessToken: String
    let refreshToken: String
    let expiresIn: Int
}

private struct ProblemShape: Decodable {
    struct Field: Decodable {
        let field: String
        let code: String
    }

    let type: String
    let title: String
    let status: Int
    let detail: String
    let code: String
    let requestId: String
    let errors: [Field]?
}

/// A clock that a test advances. It begins at 2026-03-01T09:30:00.250Z.
final class ManualClock: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_772_357_400.25))

    var now: Date { moment.withLock { $0 } }

    func advance(by seconds: Double) { moment.withLock { $0.addTimeInterval(seconds) } }
}

/// Runs `body` with a new folder, and deletes it afterwards.
@discardableResult
func withTemporaryFolder<Result: Sendable>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "backend-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}
