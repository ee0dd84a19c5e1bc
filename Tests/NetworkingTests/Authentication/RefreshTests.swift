import ContractSuites
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Credential refresh", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RefreshTests {
    @Test("a thousand calls rejected at once need one refresh, and all succeed")
    func thousandCalls() async throws {
        let (allSent, refresh) = (Gate(), Gate())
        let harness = try MemberHarness(
            server: TokenServer(accepting: "access-2", gates: ["/item": allSent]),
            refresher: MockCredentialRefresher(.fixture(2), gate: refresh))
        try await withThrowingTaskGroup(of: Item.self) { group in
            for _ in 0..<1_000 { group.addTask { try await harness.session.send(.item) } }
            await allSent.waitForArrivals(1_000)
            allSent.open()
            await harness.waitForWaiters(1_000)
            refresh.open()
            var responded = 0
            for try await item in group {
                #expect(item == Item(name: "pen"))
                responded += 1
            }
            #expect(responded == 1_000)
        }
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.server.tokens().count == 2_000)
        #expect(harness.server.tokens().suffix(1_000).allSatisfy { $0 == "access-2" })
        #expect(harness.storage.calls == [.load, .reserveSpace, .save(.fixture(2))])
    }

    @Test("a thousand calls in random order need one refresh")
    func thousandCallsWithoutGate() async throws {
        let harness = try MemberHarness()
        try await withThrowingTaskGroup(of: Item.self) { group in
            for _ in 0..<1_000 { group.addTask { try await harness.session.send(.item) } }
            try await group.waitForAll()
        }
        #expect(harness.refresher.calls.count == 1)
    }

    @Test("a late 401 for an old token triggers no refresh, and the call is resent with the new token")
    func late401() async throws {
        let slow = Gate()
        let harness = try MemberHarness(server: TokenServer(accepting: "access-2", gates: ["/slow": slow]))
        async let late = harness.session.send(Endpoint<TestMember, Item>.item(at: "/slow"))
        await slow.waitForArrivals(1)
        _ = try await harness.session.send(.item)
        slow.open()
        #expect(try await late == Item(name: "pen"))
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.server.tokens(at: "/slow") == ["access-1", "access-2"])
        #expect(harness.server.tokens() == ["access-1", "access-2"])
    }

    @Test("a second 401, for the new token, is final")
    func second401() async throws {
        let harness = try MemberHarness(server: TokenServer(accepting: nil))
        let error = await expectError(.status(HTTPFailure(status: 401, message: "Unauthorized"))) {
            try await harness.session.send(.item)
        }
        #expect(error?.metadata.attempts == 2)
        #expect(harness.server.tokens() == ["access-1", "access-2"])
        #expect(harness.refresher.calls.count == 1)
        #expect(harness.credentialProvider.credential == .fixture(2), "the session goes on")
    }

    @Test("calls with a valid credential need no refresh and no storage access")
    func goodCredential() async throws {
        let credentialProvider = try CredentialProvider.fixture(
            storage: MockCredentialStorage(), refresher: MockCredentialRefresher())
        let client = try Client.fixture(
            transport: TokenServer(accepting: "access-1"), interceptors: [AuthenticationInterceptor()])
        let session = client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
        #expect(try await session.send(.item) == Item(name: "pen"))
    }

    @Test("only a 401 rejects a credential", arguments: [400, 403, 404, 407, 500])
    func otherStatuses(status: Int) async throws {
        let credentialProvider = try CredentialProvider.fixture(
            storage: MockCredentialStorage(), refresher: MockCredentialRefresher())
        let transport = MockTransport(responding: .json("{}", status: .init(code: status)))
        let client = try Client.fixture(transport: transport, interceptors: [AuthenticationInterceptor()])
        let session = client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
        await expectError(.status(HTTPFailure(status: status))) { try await session.send(.item) }
        #expect(transport.requests.count == 1)
    }

    @Test("a guest's call has no credential, and its 401 is the result")
    func guest() async throws {
        let server = TokenServer(accepting: "access-1")
        let client = try Client.fixture(transport: server, interceptors: [AuthenticationInterceptor()])
        await expectError(.status(HTTPFailure(status: 401, message: "Unauthorized"))) {
            try await client.session(for: TestGuest.self).send(.item)
        }
        #expect(server.tokens() == ["none"])
    }

    @Test("a one-shot body is not sent again after a 401, and the monitor receives the reason")
    func oneShotBody() async throws {
        let harness = try MemberHarness(outer: [
            MockInterceptor { call, next throws(NetworkError) in
                var call = call
                call.body = .stream(.init(length: 3, isReplayable: false) { ByteStream(Data("one".utf8)) })
                return try await next(call)
            }
        ])
        await expectError(.status(HTTPFailure(status: 401, message: "Unauthorized"))) {
            try await harness.session.send(.item)
        }
        #expect(harness.server.requests.count == 1)
        #expect(harness.monitor.names == ["started", "attemptStarted", "responded", "notResent", "failed"])
    }

    @Test("a resent request differs in its credential only")
    func sameRequest() async throws {
        let harness = try MemberHarness()
        _ = try await harness.session.send(.post(.encodable(Item(name: "new"))))
        var (first, second) = (harness.server.requests[0], harness.server.requests[1])
        #expect(first != second)
        first.headerFields[.authorization] = nil
        second.headerFields[.authorization] = nil
        #expect(first == second)
    }
}
