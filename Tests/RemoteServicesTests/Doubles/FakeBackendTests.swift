import Composition
import ContractSuites
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
        backend = try FakeBackend(time: clock)
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
            (#"{"name": "a"}"#, "email"), (#"{"email": 1, "name": "a"}"#, "email"), ("[]", "body"),
            (#"{"email": "a", "name": "a", "avatar_url": 1}"#, "avatar_url"),
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

    /// Sends a request of Grace.
    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
    ) async throws -> (status: HTTPResponse.Status, text: String) {
        let services = try backend.services()
        _ = try await logIn(services)
        let token = try #require(try await services.stores.authSessions.load()).credential.token
        let response = try await backend.send(
            HTTPRequest(
                method: method, scheme: "http", authority: "backend.test", path: path,
                headerFields: [.authorization: "Bearer \(token.reveal())"]), body: .data(Data(body.utf8)))
        return (
            response.head.status, String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
        )
    }
}
