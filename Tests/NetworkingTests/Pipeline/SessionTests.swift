import ContractSuites
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Sessions", .failsOnUnexpectedCalls)
struct SessionTests {
    private func session(
        responding response: ServerResponse, monitor: any EventMonitor = SilentMonitor()
    ) throws -> Session<TestGuest> {
        try Client.fixture(transport: FakeTransport { _ in response }, monitor: monitor)
            .session(for: TestGuest.self)
    }

    @Test("a session decodes the endpoint's response type")
    func decodes() async throws {
        let session = try session(responding: .json(#"{"name":"pen"}"#))
        #expect(try await session.send(.item) == Item(name: "pen"))
        let mapped = Endpoint<TestGuest, Int>(.get, "/a", response: .json(Item.self) { $0.name.count })
        #expect(try await session.send(mapped) == 3)
        let bytes = Endpoint<TestGuest, Data>(.get, "/a", response: .data)
        #expect(try await session.send(bytes) == Data(#"{"name":"pen"}"#.utf8))
    }

    @Test(
        "an endpoint without a response type accepts any success",
        arguments: [
            ServerResponse.empty(.noContent), .empty(.ok), .json("not JSON"), .text("<p>", as: "text/html"),
            .empty(.created),
        ])
    func nothing(response: ServerResponse) async throws {
        try await session(responding: response).send(Endpoint<TestGuest, Void>(.delete, "/a", response: .nothing))
    }

    @Test("a success without the expected body is a decoding error")
    func missingBody() async throws {
        await expectError(
            .decoding(DecodingFailure(path: "", expectation: "well-formed JSON with numbers in their range"))
        ) {
            try await session(responding: .empty(.noContent)).send(.item)
        }
    }

    @Test("a member's session can send guest endpoints")
    func memberSendsGuest() async throws {
        let credentialProvider = try CredentialProvider.fixture(refresher: MockCredentialRefresher())
        let client = try Client.fixture(transport: FakeTransport { _ in .json(#"{"name":"pen"}"#) })
        let member = client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
        #expect(try await member.send(.item) == Item(name: "pen"))
    }

    @Test("a session sends its request id with every attempt, and the request metadata has the same id")
    func requestID() async throws {
        let again = MockInterceptor { call, next throws(NetworkError) in
            _ = try await next(call)
            return try await next(call)
        }
        let transport = MockTransport(responding: .empty(.internalServerError))
        let session = try Client.fixture(transport: transport, interceptors: [again]).session(for: TestGuest.self)
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
        #expect(error?.description.contains("00000000-0000-4000-8000-000000000001") == true)
    }

    @Test("a call that can't be created is reported with its method, and nothing is sent")
    func invalidRequest() async throws {
        let monitor = MockEventMonitor()
        let session = try Client.fixture(transport: MockTransport(), monitor: monitor).session(for: TestGuest.self)
        let endpoint = Endpoint<TestGuest, Void>(.delete, "/users/\("..")", response: .nothing, operation: "delete(_:)")
        do throws(NetworkError) {
            try await session.send(endpoint)
            Issue.record("the call was made")
        } catch {
            guard case .invalidRequest(let reason) = error.cause else {
                Issue.record("expected an invalid request, got \(error)")
                return
            }
            #expect(reason.contains("delete(_:)"))
            #expect(error.metadata.method == "DELETE")
            #expect(error.metadata.attempts == 0)
            #expect(monitor.events.map(\.kind) == [.failed(error.cause)])
        }
    }

    @Test("a session can return the raw response, whatever its status")
    func response() async throws {
        let session = try session(responding: .empty(.notFound))
        let response = try await session.response(to: .item)
        #expect(response.status == 404)
        #expect(response.attempts == 1)
        #expect(response.requestID == SequentialIdentifierSource.identifier(1))
    }

    @Test("a transport's cancellation is reported as cancellation, wherever the body is read")
    func cancellation() async throws {
        let gate = Gate()
        let responding = MockInterceptor { _, _ throws(NetworkError) in .stalled(at: gate, after: "{") }
        for interceptors in [[responding], []] as [[any Interceptor]] {
            let transport = FakeTransport { _ in .stalled(at: gate, after: "{") }
            let session = try Client.fixture(transport: transport, interceptors: interceptors).session(
                for: TestGuest.self)
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
