import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import Services
import TestSupport
import Testing

@testable import RemoteServices

/// The outbox of accounts, on a backend that checks tokens.
@Suite("The outbox of an account", .failsOnUnexpectedCalls, .timeLimit(.minutes(20)))
struct AccountOutboxTests {
    @Test("a change is never sent for another account, and goes out with the new token when its own account returns")
    func otherAccount() async throws {
        let (clock, backend) = try Self.makeBackend()
        let server = MockTransport(over: backend)
        let services = try RemoteServicesFixture(over: server, at: backend.environment, time: clock)
        let grace = try await services.auth.login(KnownAccount.grace().credentials)
        backend.cutConnection()
        #expect(try await services.open(grace).timeEntries.add(.fixture()).pending != nil)
        backend.restoreConnection()
        let next = try RemoteServicesFixture(
            over: server, at: backend.environment, stores: services.stores, time: clock)
        let ada = try await next.auth.login(KnownAccount.ada().credentials)
        let before = server.calls.count
        #expect(try await next.open(ada).outbox.send(now: true).left.isEmpty)
        let report = try await next.open(grace).outbox.send(now: true)
        #expect(report.sent == 0 && report.left.count == 1 && report.reason != nil)
        #expect(server.calls.count == before)
        let again = try await next.auth.login(KnownAccount.grace().credentials)
        backend.expireAccessTokens()
        #expect(try await next.open(again).outbox.send(now: true).sent == 1)
        #expect(try await next.open(again).timeEntries.timeEntries(page: PageRequest(size: 9)).value.total == 1)
    }

    @Test("a late response to an addition never brings back an entry that was deleted since")
    func lateResponse() async throws {
        let (clock, backend) = try Self.makeBackend()
        let (deletion, isRestored) = (Gate(), Gate())
        let transport = FakeTransport { request throws(TransportError) in
            if request.head.method == .delete { await deletion.pass() }
            let response = try await backend.send(request.head, body: .data(request.body))
            if request.isAddition, !isRestored.isOpen { throw .connectionLost }
            return response
        }
        let services = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        let account = try await services.auth.login(KnownAccount.grace().credentials)
        let timeEntries = try services.open(account).timeEntries
        let entry = try await timeEntries.add(.fixture()).value
        #expect(try await timeEntries.delete(id: entry.id).pending != nil)
        isRestored.open()
        async let report = services.open(account).outbox.send(now: true)
        await deletion.waitForArrivals(1)
        for policy in ReadPolicy.allCases where policy != .storedOnly {
            #expect(try await timeEntries.timeEntries(page: PageRequest(size: 9), policy).value.items.isEmpty)
        }
        deletion.open()
        #expect(try await report.sent == 2)
    }

    @Test("no entry contains a token, whatever became of its requests")
    func tokens() async throws {
        let (clock, backend) = try Self.makeBackend()
        let transport = FakeTransport { request throws(TransportError) in
            let response = try await backend.send(request.head, body: .data(request.body))
            if request.isAddition { throw .connectionLost }
            return response
        }
        let services = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        let account = try await services.auth.login(KnownAccount.grace().credentials)
        let patch = ProfilePatch(email: try EmailAddress("g@example.com"))
        _ = try await services.open(account).timeEntries.add(.fixture())
        backend.cutConnection()
        _ = try await services.open(account).users.updateProfile(of: account.id, with: patch)
        backend.restoreConnection()
        backend.endSessions()
        _ = try await services.open(account).outbox.send(now: true)
        let owner = DataOwner.account(AccountID(server: backend.environment.origin.description, userID: account.id))
        let entries = try await services.stores.outbox.entries(of: owner)
        #expect(entries.count == 2 && entries.contains { $0.request != nil })
        for entry in entries {
            let bytes = entry.payload + (entry.request?.body ?? Data()) + Data("\(entry)".utf8)
            let text = String(decoding: bytes, as: UTF8.self)
            for token in ["access-token", "refresh-token", "Bearer"] { #expect(!text.contains(token)) }
        }
    }

    private static func makeBackend() throws -> (ManualClock, FakeBackend) {
        let clock = ManualClock()
        return (clock, try FakeBackend(time: clock))
    }
}

extension ReceivedRequest {
    fileprivate var isAddition: Bool { head.method == .post && head.path?.hasSuffix("/time-entries") == true }
}
