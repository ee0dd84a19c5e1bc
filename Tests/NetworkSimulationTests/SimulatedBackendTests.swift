import Foundation
import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("A simulated backend")
struct SimulatedBackendTests {
    private let world = SimulatedWorld(seed: 1)
    private let backend: SimulatedBackend

    init() {
        backend = SimulatedBackend(world)
        backend.rules.archive = Data("0123456789".utf8)
    }

    /// Sends requests one after the other, without a network, and returns the responses.
    private func responses(_ requests: [ReceivedRequest]) throws -> [ServerResponse] {
        try world.run { [backend] in
            var responses: [ServerResponse] = []
            for request in requests { responses.append(try await backend.respond(request)) }
            return responses
        }
    }

    private func request(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, fields: HTTPFields = [:], body: String = ""
    ) -> ReceivedRequest {
        var fields = fields
        if let token { fields[.authorization] = "Bearer \(token)" }
        let head = HTTPRequest(
            method: method, scheme: "https", authority: "api.example.com", path: path, headerFields: fields)
        return ReceivedRequest(head: head, body: Data(body.utf8))
    }

    private func refresh(_ token: String?) -> ReceivedRequest {
        request(.post, "/token", body: "grant_type=refresh_token&refresh_token=\(token ?? "")&client_id=app")
    }

    @Test("the simulated backend rotates tokens, and a reused refresh token ends the session")
    func rotation() throws {
        let credential = backend.logIn(7)
        let old = credential.token.reveal()
        let spent = credential.refreshToken?.reveal()
        let responses = try responses([
            request(.get, "/profile", token: old), refresh(spent), request(.get, "/profile", token: old),
            request(.get, "/profile", token: "access-1-2"), refresh(spent),
            request(.get, "/profile", token: "access-1-2"), refresh("refresh-1-2"),
        ])
        #expect(responses.map(\.head.status.code) == [200, 200, 401, 200, 400, 401, 400])
        #expect(backend.counts.reusedTokens == 1)
        #expect(backend.counts.endedSessions == 1)
        #expect(backend.counts.refreshes == 1)
        #expect(backend.counts.refreshRequests == 3)
    }

    @Test("access tokens expire after their lifetime, and unknown ones are rejected")
    func lifetime() throws {
        backend.rules.accessLifetime = .seconds(10)
        let token = backend.logIn(1).token.reveal()
        try world.run { [world] in try await world.time.sleep(for: .seconds(10)) }
        let responses = try responses([
            request(.get, "/profile", token: token), request(.get, "/profile", token: "access-2-1"),
            request(.get, "/profile"),
        ])
        #expect(responses.map(\.head.status.code) == [401, 401, 401])
    }

    @Test("an effect counts once for each idempotency key and each new name")
    func effects() throws {
        let token = backend.logIn(1).token.reveal()
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        let plain = request(.post, "/orders", token: token, body: #"{"number":5}"#)
        let keyed = request(.post, "/orders", token: token, fields: [key: "k"], body: #"{"number":6}"#)
        let naming = request(.put, "/profile", token: token, body: #"{"name":"Ada"}"#)
        let responses = try responses([plain, plain, keyed, keyed, naming, naming])
        #expect(responses.map(\.head.status.code) == [201, 201, 201, 201, 200, 200])
        #expect(backend.orders(5) == 2)
        #expect(backend.orders(6) == 1)
        #expect(backend.changes(to: "Ada") == 1)
        #expect(backend.counts.replayed == 1)
    }

    @Test("a 304 confirms the current profile of the same user only")
    func tags() throws {
        let (one, other) = (backend.logIn(1).token.reveal(), backend.logIn(2).token.reveal())
        let responses = try responses([
            request(.get, "/profile", token: one, fields: [.ifNoneMatch: "\"1-0\""]),
            request(.get, "/profile", token: other, fields: [.ifNoneMatch: "\"1-0\""]),
        ])
        #expect(responses.map(\.head.status.code) == [304, 200])
    }

    @Test("the simulated backend enforces its capacity and outages, and counts early requests")
    func refusals() throws {
        backend.rules.capacity = .init(rate: 1, burst: 2, retryAfter: 3)
        let id = try #require(HTTPField.Name("X-Request-Id"))
        let call = request(.get, "/archive", fields: [id: "a"])
        #expect(try responses([call, call, call]).map(\.head.status.code) == [200, 200, 429])
        #expect(backend.counts.early == 0)
        #expect(try responses([call]).map(\.head.status.code) == [429])
        #expect(backend.counts.early == 1)
        try world.run { [world] in try await world.time.sleep(for: .seconds(3)) }
        #expect(try responses([call]).map(\.head.status.code) == [200])
        #expect(backend.counts.early == 1)
        backend.rules.outages = [.init(.zero ..< .seconds(60), retryAfter: 9)]
        let down = try #require(try responses([call]).first)
        #expect(down.head.status == .serviceUnavailable)
        #expect(down.head.headerFields[.retryAfter] == "9")
        #expect(backend.counts.throttled == 2)
        #expect(backend.load.count == 6)
    }

    @Test("a range request gets its part only if the requested version is current")
    func ranges() throws {
        let whole = try #require(try responses([request(.get, "/archive")]).first)
        let tag = try #require(whole.head.headerFields[.eTag])
        let responses = try responses([
            request(.get, "/archive", fields: [.range: "bytes=4-", .ifRange: tag]),
            request(.get, "/archive", fields: [.range: "bytes=4-", .ifRange: "\"other\""]),
            request(.get, "/archive", fields: [.range: "bytes=10-", .ifRange: tag]),
        ])
        #expect(responses.map(\.head.status.code) == [206, 200, 416])
        #expect(responses[0].head.headerFields[.contentRange] == "bytes 4-9/10")
        guard case .data(let part) = responses[0].body else { throw TransportError.closed }
        #expect(part == Data("456789".utf8))
    }
}
