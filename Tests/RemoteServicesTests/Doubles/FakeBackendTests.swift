import Composition
import ContractSuites
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

struct FakeBackendTests {
    private let clock = ManualClock()
    private let backend: FakeBackend

    init() throws {
        backend = try FakeBackend(time: clock, adding: [.invoices])
    }

    private func logIn(_ services: RemoteServicesFixture) async throws -> Account {
        try await services.auth.login(KnownAccount.grace().credentials)
    }

    @Test("an access token expires, and a reused refresh token ends the session")
    func tokens() async throws {
        let services = try backend.services()
        let account = try await logIn(services)
        let first = try #require(try await services.stores.authSessions.load())
        clock.advance(by: .seconds(15 * 60))
        #expect(try await services.ownID(of: account) == account.id)
        #expect(try await services.stores.authSessions.load()?.credential != first.credential)

        // A thief, or a process whose store was restored from a backup, uses the first token again.
        try await services.stores.authSessions.save(first)
        let thief = try #require(try await services.auth.restore())
        await expectFailure(.loggedOut) { try await services.auth.refresh(thief) }
        await expectFailure(.loggedOut) {
            try await services.ownID(of: account)
        }
        #expect(backend.counts.reusedTokens == 1 && backend.counts.endedSessions == 1)
    }

    @Test("an operator's actions: the end of all sessions, and a connection that is cut and restored")
    func operations() async throws {
        let services = try backend.services()
        let account = try await logIn(services)
        backend.cutConnection()
        await expectFailure(.network) { try await services.open(account).users.me() }
        backend.restoreConnection()
        #expect(try await services.open(account).users.me().value.id == account.id)
        backend.endSessions()
        await expectFailure(.loggedOut) { try await services.open(account).users.me() }
    }

    @Test(
        "a resource rejects what its model can't be, with the field",
        arguments: [
            (#"{"name": "a"}"#, "email"), (#"{"email": 1, "name": "a"}"#, "email"),
            (#"{"email": "a", "name": "a"}"#, "email"), ("[]", "body"),
            (#"{"email": "a@b.cd", "name": "a", "avatar_url": 1}"#, "avatar_url"),
        ])
    func invalid(body: String, field: String) async throws {
        let response = try await send(.post, "/v2/users", body)
        #expect(response.status == .unprocessableContent)
        #expect(response.text.contains(#""field":"\#(field)""#))
    }

    @Test("PUT and PATCH merge their body into an item, and an unknown route or page is an error")
    func routes() async throws {
        let new = #"{"name": "a", "email": "a@example.com"}"#
        let added = try await send(.post, "/v2/users", new)
        let id = try #require(added.text.firstMatch(of: /u-\d+/)?.0)
        for (method, name) in [(HTTPRequest.Method.put, "b"), (.patch, "c")] {
            let changed = try await send(method, "/v2/users/\(id)", #"{"name": "\#(name)"}"#)
            #expect(changed.text.contains(#""name":"\#(name)""#) && changed.text.contains(#""role":"member""#))
        }
        #expect(try await send(.get, "/v2/users/\(id)").text.contains(#""name":"c""#))
        #expect(try await send(.get, "/v2/users?page=0").status == .unprocessableContent)
        for path in ["/v2/users/x", "/v2/nothing", "/v1/users", "/", "/v2/users/u-grace/avatar"] {
            #expect(try await send(.get, path).status == .notFound, "\(path)")
        }
    }

    @Test("an action changes its item, and an unknown action or item is an error")
    func actions() async throws {
        let paid = try await send(.post, "/v2/invoices/i-1/pay", #"{"amount": 7}"#)
        #expect(paid.status == .ok && paid.text.contains(#""paid":7"#), "\(paid)")
        #expect(try await send(.post, "/v2/invoices/i-2/pay").text.contains(#""paid":5"#))
        #expect(try await send(.get, "/v2/invoices/i-1").text.contains(#""paid":7"#))
        for path in ["/v2/invoices/i-1/send", "/v2/invoices/i-9/pay"] {
            #expect(try await send(.post, path).status == .notFound, "\(path)")
        }
    }

    @Test("an item that may be cached has an ETag, which confirms it until it changes")
    func validators() async throws {
        let path = "/v2/users/u-grace"
        #expect(try await send(.get, path).fields[.eTag] == nil)
        backend.rules.freshness = 30
        let first = try await send(.get, path).fields
        let tag = try #require(first[.eTag])
        #expect(first[.cacheControl] == "private, max-age=30")
        #expect(try await send(.get, path, fields: [.ifNoneMatch: tag]).status == .notModified)
        for (name, status) in [("Grace Hopper", HTTPResponse.Status.notModified), ("Grace", .ok)] {
            _ = try await send(.patch, path, #"{"name": "\#(name)"}"#)
            #expect(try await send(.get, path, fields: [.ifNoneMatch: tag]).status == status, "\(name)")
        }
        #expect(backend.counts.confirmed == 2)
    }

    @Test("a repeated idempotency key repeats the response and adds nothing, unless the backend stores no keys")
    func keys() async throws {
        let key = try #require(HTTPField.Name("Idempotency-Key"))
        var texts: [String] = []
        for storesKeys in [true, true, false] {
            backend.rules.storesKeys = storesKeys
            let body = #"{"name": "a", "email": "a@example.com", "id": "u-a"}"#
            texts.append(try await send(.post, "/v2/users", body, fields: [key: "k"]).text)
            #expect(backend.count(of: "u-a", in: "users") == (storesKeys ? 1 : 2))
        }
        #expect(texts[0] == texts[1] && backend.counts.replayed == 1)
        backend.rules.storesKeys = true
        let other = try await send(.post, "/v2/users", #"{"name": "b", "email": "b@example.com"}"#, fields: [key: "k"])
        #expect(other.status == .unprocessableContent && other.text.contains("idempotency_key_reused"))
    }

    @Test("an outage and a rate limit refuse requests with Retry-After, and count those that come back too early")
    func refusals() async throws {
        backend.rules.outages = [.init(.zero ..< .seconds(10), retryAfter: 10)]
        let id = try #require(HTTPField.Name("X-Request-Id"))
        let fields: HTTPFields = [id: "call"]
        #expect(try await response(.get, "/v2/users", fields: fields).head.headerFields[.retryAfter] == "10")
        #expect(try await response(.get, "/v2/users", fields: fields).head.status == .serviceUnavailable)
        #expect(backend.counts.unavailable == 2 && backend.counts.early == 1)
        clock.advance(by: .seconds(10))
        backend.rules.capacity = .init(rate: 1, burst: 2, retryAfter: 3)
        var statuses: [Int] = []
        for _ in 1...3 { statuses.append(try await response(.get, "/v2/users", fields: fields).head.status.code) }
        clock.advance(by: .seconds(1))
        statuses.append(try await response(.get, "/v2/users").head.status.code)
        #expect(statuses == [401, 401, 429, 401] && backend.counts.throttled == 1 && backend.counts.early == 1)
    }

    /// Sends a request of Grace.
    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", fields: HTTPFields = [:]
    ) async throws -> (status: HTTPResponse.Status, fields: HTTPFields, text: String) {
        let services = try backend.services()
        _ = try await logIn(services)
        let token = try #require(try await services.stores.authSessions.load()).credential.token
        var fields = fields
        fields[.authorization] = "Bearer \(token.reveal())"
        let response = try await response(method, path, body, fields: fields)
        return (
            response.head.status, response.head.headerFields,
            String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
        )
    }

    private func response(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "", fields: HTTPFields = [:]
    ) async throws -> ServerResponse {
        try await backend.send(
            HTTPRequest(
                method: method, scheme: "http", authority: "backend.test", path: path, headerFields: fields),
            body: .data(Data(body.utf8)))
    }
}

private struct Invoice: Decodable {
    let id: String
    let paid: Int
}

extension FakeResource {
    fileprivate static var invoices: FakeResource {
        FakeResource(
            "invoices", of: Invoice.self, for: .everyone,
            items: [["id": "i-1", "paid": 0], ["id": "i-2", "paid": 0]],
            assigning: { number, _ in ["id": "i-\(number)", "paid": 0] },
            actions: ["pay": { input, _ in ["paid": input["amount"] as? Int ?? 5] }])
    }
}
