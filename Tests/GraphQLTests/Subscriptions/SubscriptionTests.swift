import EngineTestSupport
import Foundation
import GraphQL
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite("Subscriptions", .timeLimit(.minutes(10)))
struct SubscriptionTests {
    private let clock = ManualClock()
    private let monitor = MockEventMonitor()

    private func subscribe(
        _ transport: any Transport, to operation: GraphQLOperation<TestGuest, Count> = .count
    ) throws -> GraphQLSubscription<Count> {
        let client = try Client.fixture(transport: transport, time: clock, monitor: monitor)
        return GraphQLSession(client.session(for: TestGuest.self)).subscribe(to: operation)
    }

    private static let refusal = String.next(
        #"{"errors":[{"message":"expired","extensions":{"code":"UNAUTHENTICATED"}}]}"#)

    private func member(
        over transport: any Transport, _ refresher: MockCredentialRefresher
    ) throws -> GraphQLSession<TestMember> {
        GraphQLSession(
            try .member(of: .fixture(refresher: refresher), over: transport, time: clock, monitor: monitor))
    }

    private static func summary(_ result: Result<GraphQLResult<Count>, NetworkError>) -> String {
        switch result {
        case .success(.complete(let value)): "\(value.count)"
        case .success(.partial(let value, let errors)): "\(value.count) with \(errors.count)"
        case .success(.failed(let errors)): "failed: \(errors.map(\.message).joined(separator: ", "))"
        case .failure(let error): error.cause.name
        }
    }

    @Test(
        "events are results in any format, a bad one fails alone, and complete or the response's end is the end",
        arguments: [
            ([.next(#"{"data":{"count":0}}"#), "data: {\"data\":\ndata: {\"count\":7}}\n\n"], ["0", "7"]),
            (["event: ping\ndata: {}\n\n", ": hi\n\n"], []),
            (
                [
                    .next(#"{"data":{"count":1},"errors":[{"message":"late"}]}"#),
                    .next(#"{"data":null,"errors":[{"message":"ran too long"}]}"#),
                ], ["1 with 1", "failed: ran too long"]
            ),
            ([.next(#"{"data":{"count":0}}"#), "event: complete\ndata: \n\n", .next(#"{"data":{"count":2}}"#)], ["0"]),
            ([.next(#"{"data":{"count":0}}"#), "event: complete\n\n"], ["0"]),
            (
                [.next("<html>"), .next(#"{"data":{"count":"one"}}"#), .next(#"{"data":{"count":1}}"#)],
                ["decoding", "decoding", "1"]
            ),
        ] as [([String], [String])])
    func results(events: [String], expected: [String]) async throws {
        let transport = FakeTransport { _ in .events(events.joined()) }
        var found: [String] = []
        for try await result in try subscribe(transport) { found.append(Self.summary(result)) }
        #expect(found == expected)
        #expect(monitor.names.last == "finished")
    }

    @Test("the request is a POST with the document, for server-sent events")
    func request() async throws {
        let transport = MockTransport(.success(.events("event: complete\ndata:\n\n")))
        for try await _ in try subscribe(transport) { Issue.record("no result was sent") }
        let call = try #require(transport.calls.first)
        #expect(call.request.method == .post)
        #expect(call.request.headerFields[.accept] == "text/event-stream")
        #expect(call.request.headerFields[.contentType] == "application/json")
        #expect(
            try await String(decoding: call.body.bytes(), as: UTF8.self)
                == #"{"operationName":"Count","query":"subscription Count { count }"}"#)
    }

    private func lastEventIDs(_ transport: MockTransport) -> [String?] {
        transport.calls.map { $0.request.headerFields[HTTPField.Name("Last-Event-ID") ?? .from] }
    }

    @Test("an UNAUTHENTICATED result refreshes the credential once, and a second one in a row is the result")
    func unauthenticated() async throws {
        let server = FakeTransport { request in
            let isNew = request.head.headerFields[.authorization] == "Bearer access-2"
            return .events(
                isNew ? .next(#"{"data":{"count":1}}"#) + Self.refusal + Self.refusal : "id: 7\n" + Self.refusal)
        }
        let transport = MockTransport(over: server)
        let refresher = MockCredentialRefresher(.fixture(2))
        var found: [String] = []
        for try await result in try member(over: transport, refresher).subscribe(to: .memberCount) {
            found.append(Self.summary(result))
            if found.count == 3 { break }
        }
        #expect(found == ["1", "failed: expired", "failed: expired"], "the new credential is not refreshed again")
        #expect(refresher.calls.count == 1)
        #expect(lastEventIDs(transport) == [nil, "7"])
    }

    @Test("a refresh that fails ends the subscription with its error, and closes the exchange")
    func failedRefresh() async throws {
        let transport = MockTransport(
            over: FakeTransport { _ in .events(Self.refusal + .next(#"{"data":{"count":1}}"#)) })
        let refresher = MockCredentialRefresher([.failure(.fixture(.transport(.connectionLost)))])
        var reader = try member(over: transport, refresher).subscribe(to: .memberCount).makeAsyncIterator()
        await #expect(throws: NetworkError.self) { _ = try await reader.next() }
        #expect(try await reader.next() == nil)
        #expect(transport.calls.count == 1)
        #expect(monitor.names.last == "finished")
    }

    @Test("a refusal is the subscription's error, with the server's message")
    func refusal() async throws {
        let problem = ServerResponse.json(#"{"errors":[{"message":"Cannot query field."}]}"#, status: .badRequest)
        var reader = try subscribe(MockTransport(.success(problem))).makeAsyncIterator()
        let error = await #expect(throws: NetworkError.self) { try await reader.next() }
        #expect(error?.cause == .status(HTTPFailure(status: 400, message: "Cannot query field.")))
    }

    @Test("only a subscription can be subscribed to")
    func otherKinds() async throws {
        var reader = try subscribe(MockTransport(), to: GraphQLOperation("query Count { count }")).makeAsyncIterator()
        let error = await #expect(throws: NetworkError.self) { try await reader.next() }
        #expect(error?.cause == .invalidRequest(reason: "Use execute(_:) for a query."))
    }
}

private struct Count: Decodable, Sendable {
    let count: Int
}

extension GraphQLOperation where Access: TestGuestScope, Value == Count {
    fileprivate static var count: Self { GraphQLOperation("subscription Count { count }") }
}

extension GraphQLOperation where Access: TestMemberScope, Value == Count {
    fileprivate static var memberCount: Self { GraphQLOperation("subscription Count { count }") }
}

extension String {
    fileprivate static func next(_ data: String) -> String { "event: next\ndata: \(data)\n\n" }
}

extension ServerResponse {
    fileprivate static func events(_ text: String) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]),
            body: .stream(ByteStream(Data(text.utf8))))
    }
}
