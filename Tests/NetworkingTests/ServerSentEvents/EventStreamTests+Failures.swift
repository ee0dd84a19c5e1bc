import ContractSuites
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import TestSupport
import Testing

extension EventStreamTests {
    @Test("a token that expires meanwhile is refreshed once for the reconnect")
    func refresh() async throws {
        let server = MemberEventServer()
        let refresher = MockCredentialRefresher(.fixture(2))
        let client = try Client.fixture(
            transport: server, interceptors: [AuthenticationInterceptor()], time: clock, monitor: monitor)
        let session = client.session(
            with: CredentialHandle<TestMember>(credentialProvider: try .fixture(refresher: refresher)))
        let task = Task {
            var found: [String] = []
            for try await event in session.events(from: .memberItem, policy: policy) { found.append(event.data) }
            return found
        }
        #expect(await passWaits(2) == [.seconds(1), .seconds(1)])
        #expect(try await task.value == ["1", "2"])
        #expect(server.tokens == ["access-1", "access-1", "access-2", "access-2"])
        #expect(refresher.calls.count == 1)
    }

    @Test("a temporary status is retried, and a final one is the error with the server's message")
    func statuses() async throws {
        let transport = MockTransport(
            .success(.empty(.serviceUnavailable, fields: [.retryAfter: "7"])),
            .success(.problem(#"{"detail":"No such feed."}"#, status: .notFound)))
        let session = try makeSession(transport)
        let task = Task { for try await _ in session.events(from: .item, policy: policy) {} }
        #expect(await passWaits(1) == [.seconds(7)])
        await expectError(.status(HTTPFailure(status: 404, message: "No such feed."))) { try await task.value }
    }

    @Test("a server that stays away fails the stream with the last cause")
    func givesUp() async throws {
        var policy = policy
        policy.reconnects = 3
        let transport = MockTransport(failing: .connectionRefused)
        let session = try makeSession(transport)
        let task = Task { [policy] in for try await _ in session.events(from: .item, policy: policy) {} }
        #expect(await passWaits(3).count == 3)
        await expectError(.transport(.connectionRefused)) { try await task.value }
        #expect(transport.requests.count == 4)
    }

    @Test("HTML where events were due is an unexpected media type, and its body is not read")
    func html() async throws {
        let session = try makeSession(MockTransport(.success(.text("<p>", as: "text/html"))))
        await expectError(.unexpectedMedia(received: "text/html")) {
            for try await _ in session.events(from: .item, policy: policy) {}
        }
    }

    @Test("an event beyond the limit fails the stream and closes its connection")
    func tooLarge() async throws {
        let watch = BodyWatch()
        var policy = policy
        policy.eventLimit = 10
        let session = try makeSession(
            FakeTransport { _ in
                .events(
                    .bytes(
                        ScriptedBytes([.piece(Data("data: 1\n\ndata: 1234567890\n\n".utf8))], watchedBy: watch)))
            })
        var reader = session.events(from: .item, policy: policy).makeAsyncIterator()
        #expect(try await reader.next()?.data == "1")
        await expectError(.transport(.responseTooLarge(limit: 10))) { try await reader.next() }
        #expect(!watch.isHeld)
        #expect(try await reader.next() == nil)
    }

    @Test("the body of a failure that never ends is given up, and the status counts")
    func endlessFailure() async throws {
        let gate = Gate()
        let response = ServerResponse(
            head: HTTPResponse(status: .notFound), body: .stream(ByteStream(ScriptedBytes(.pass(gate)))))
        let session = try makeSession(MockTransport(.success(response)))
        let task = Task { for try await _ in session.events(from: .item, policy: policy) {} }
        await gate.waitForArrivals(1)
        await clock.advanceToNextDeadline()
        await expectError(.status(HTTPFailure(status: 404))) { try await task.value }
    }

    @Test("a request body that can be read once is not sent again")
    func oneShotBody() async throws {
        let stream = RequestBody.Streamed(length: 1, isReplayable: false) { ByteStream(Data("1".utf8)) }
        let transport = MockTransport(.success(.events(.text("data: 1\n\n"))))
        let session = try makeSession(transport)
        await expectError(.transport(.connectionLost)) {
            for try await _ in session.events(
                from: .post(.stream(stream, contentType: "text/plain")), policy: policy)
            {}
        }
        #expect(transport.requests.count == 1)
    }
}

/// Sends one event for each connection with a good token; rejects `access-1` after the first, and then ends.
private final class MemberEventServer: Transport {
    private let state = Mutex<[String]>([])

    var tokens: [String] { state.withLock(\.self) }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        let count = state.withLock { tokens in
            tokens.append(String(request.headerFields[.authorization]?.dropFirst(7) ?? "none"))
            return tokens.count
        }
        switch count {
        case 1: return .events(.text("data: 1\n\n"))
        case 2: return .empty(.unauthorized)
        case 3: return .events(.text("data: 2\n\n"))
        default: return .empty(.noContent)
        }
    }

    func shutdown() async {}
}

extension Endpoint where Access: TestMemberScope, Response == Item {
    fileprivate static var memberItem: Self { Endpoint(.get, "/item", response: .json) }
}
