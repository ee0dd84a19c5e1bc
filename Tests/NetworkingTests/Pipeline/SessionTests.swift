import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("Sessions", .failsOnUnexpectedCalls)
struct SessionTests {
    private func session(
        responding response: ServerResponse, monitor: any EventMonitor = SilentMonitor()
    ) throws -> Session<TestGuest> {
        try Session.guest(over: FakeTransport { _ in response }, monitor: monitor)
    }

    @Test("a session sends its request id with every attempt, and the request metadata has the same id")
    func requestID() async throws {
        let transport = MockTransport(responding: .empty(.internalServerError))
        let session = try Session.guest(over: transport, through: [MockInterceptor.twice()])
        let error = await expectError(.status(HTTPFailure(status: 500))) { try await session.send(.item) }
        let sent = transport.requests.map { $0.headerFields[.init("X-Request-Id") ?? .from] }
        #expect(sent == ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000001"])
        #expect(error?.metadata.requestID == SequentialIdentifierSource.identifier(1))
        #expect(error?.metadata.attempts == 2)
    }

    @Test("request metadata describes the request without any query value")
    func metadata() async throws {
        let secret = Canary("evidence").text
        let endpoint = Endpoint<TestGuest, Item>(
            .post, "/users/\("a b")", query: [QueryItem("token", secret), QueryItem("q", "\(secret)=\(secret)&x")],
            body: .encodable(Item(name: secret)), response: .json, operation: "create(_:)")
        let error = await expectError(.status(HTTPFailure(status: 500))) {
            try await session(responding: .empty(.internalServerError)).send(endpoint)
        }
        let metadata = try #require(error?.metadata)
        #expect(metadata.operation == "create(_:)")
        #expect(metadata.method == "POST")
        #expect(metadata.url == "https://api.example.com/users/a%20b?token=‹redacted›&q=‹redacted›")
        #expect(error?.description.contains("canary") == false)
        #expect(error?.description.contains("create(_:)") == true)
        #expect(error?.description.contains("00000000-0000-4000-8000-000000000001") == true)
    }

    @Test("a call that can't be created is reported with its method, and nothing is sent")
    func invalidRequest() async throws {
        let monitor = MockEventMonitor()
        let session = try Session.guest(over: MockTransport(), monitor: monitor)
        let endpoint = Endpoint<TestGuest, Void>(.delete, "/users/\("..")", response: .nothing, operation: "delete(_:)")
        let thrown = await #expect(throws: NetworkError.self) { try await session.send(endpoint) }
        let error = try #require(thrown)
        #expect(error.cause.name == "invalid request" && error.userMessage.contains("delete(_:)"))
        #expect(error.metadata.method == "DELETE")
        #expect(error.metadata.attempts == 0)
        #expect(monitor.events.map(\.kind) == [.failed(error.cause)])
    }

    @Test("a transport's cancellation is reported as cancellation, wherever the body is read")
    func cancellation() async throws {
        let gate = Gate()
        let responding = MockInterceptor { _, _ throws(NetworkError) in .stalled(at: gate, after: "{") }
        for interceptors in [[responding], []] as [[any Interceptor]] {
            let transport = FakeTransport { _ in .stalled(at: gate, after: "{") }
            let session = try Session.guest(over: transport, through: interceptors)
            let arrived = gate.arrivals
            let call = Task { try await session.send(.item) }
            await gate.waitForArrivals(arrived + 1)
            call.cancel()
            let error = await expectError(.cancelled) { try await call.value }
            #expect(error?.isCancellation == true)
            #expect(error?.isRetryable == false)
        }
    }
}

@Suite("Order of events", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct EventOrderTests {
    @Test(
        "a call reports its events in order; a cancelled one reports no failed attempt",
        arguments: [
            (.success(.json(#"{"name":"pen"}"#)), ["started", "attemptStarted", "responded", "finished"]),
            (.success(.empty(.notFound)), ["started", "attemptStarted", "responded", "failed"]),
            (.success(.json("{}")), ["started", "attemptStarted", "responded", "failed"]),
            (.failure(.connectionLost), ["started", "attemptStarted", "attemptFailed", "failed"]),
            (.failure(.cancelled), ["started", "attemptStarted", "failed"]),
        ] as [(Result<ServerResponse, TransportError>, [String])])
    func order(result: Result<ServerResponse, TransportError>, names: [String]) async throws {
        let monitor = MockEventMonitor()
        _ = try? await Session.guest(over: MockTransport(result), monitor: monitor).send(.item)
        #expect(monitor.names == names)
    }

    @Test(
        "a rejected credential and its refresh report their events in order",
        arguments: [
            (.success(.fixture(2)), ["refreshFinished", "resent", "attemptStarted", "responded", "finished"]),
            (.failure(.fixture(.loggedOut)), ["refreshFailed", "failed"]),
        ] as [(Result<BearerCredential, NetworkError>, [String])])
    func refresh(result: Result<BearerCredential, NetworkError>, names: [String]) async throws {
        let harness = try MemberHarness(refresher: MockCredentialRefresher([result]))
        _ = try? await harness.send()
        #expect(
            harness.monitor.names
                == ["started", "attemptStarted", "responded", "credentialRefused", "refreshStarted"] + names)
        #expect(Set(harness.monitor.events.map(\.callID)) == [SequentialIdentifierSource.identifier(1)])
        #expect(Set(harness.monitor.events.map(\.operation)) == ["item(at:)"])
    }
}
