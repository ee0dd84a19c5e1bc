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
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @Sendable (TestBackend) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            var configuration = BackendConfiguration.forTests(folder, clock: clock)
            configure(&configuration)
            try await BackendApplication.withApplication(configuration) { application in
                try await body(TestBackend(clock: clock, application: application))
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
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "strata.test", path: path, headerFields: headers)
        let sent = Mutex<Data?>(json.map { Data($0.utf8) } ?? body.map { Data($0.readableBytesView) })
        let received = Mutex((head: HTTPResponse(status: .ok), body: ByteBuffer()))
        try await BackendResponder(application: application).respond(
            to: request,
            body: {
                sent.withLock { bytes in
                    defer { bytes = nil }
                    return bytes
                }
            },
            head: { head in received.withLock { $0.head = head } },
            write: { bytes in received.withLock { _ = $0.body.writeBytes(bytes) } })
        let (head, bytes) = received.withLock { $0 }
        return TestResponse(status: head.status, headers: head.headerFields, body: bytes)
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

    func arm(_ name: String, _ json: String = "{}") async throws {
        let response = try await send(.post, "/faults/\(name)", json: json)
        #expect(response.status == .noContent, "\(response.text)")
    }
}

extension BackendConfiguration {
    static func forTests(_ folder: URL, clock: ManualClock = ManualClock()) -> BackendConfiguration {
        var configuration = BackendConfiguration(dataDirectory: folder)
        configuration.publicName = URL(string: "http://strata.test")
        configuration.now = { clock.now }
        configuration.faults = true
        configuration.logger.logLevel = .critical
        return configuration
    }
}

struct TestResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer

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

    /// Checks that the request was refused for these fields: `name required`, in order.
    func expectErrors(_ errors: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let problem = try expectProblem(.unprocessableContent, "validation_failed", sourceLocation: sourceLocation)
        #expect(problem.errors?.map { "\($0.field) \($0.code)" } == errors, sourceLocation: sourceLocation)
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
        case type, title, status, detail, code, errors
        case requestID = "request_id"
    }

    struct FieldShape: Decodable {
        let field: String
        let code: String
    }
}

/// One page of a list as a client decodes it.
struct PageShape: Decodable {
    let items: [Item]
    let page: Int
    let total: Int

    struct Item: Decodable { let id: String }
}

/// Checks the JSON that the server sends for `body`.
func expectWire(_ body: some Encodable, is fixture: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(String(buffer: try WireJSON.encode(body)) == fixture, sourceLocation: sourceLocation)
}

/// A clock that a test advances.
final class ManualClock: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_772_357_400.25))

    /// 2026-03-01T09:30:00.250Z at first.
    var now: Date { moment.withLock { $0 } }

    func advance(by duration: Duration) {
        let seconds = Double(duration.components.seconds)
        moment.withLock { $0.addTimeInterval(seconds) }
    }
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
