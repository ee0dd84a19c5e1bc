import EngineTestSupport
import HTTPTypes
import InMemoryTracing
import Networking
import Observability
import Testing
import Tracing

@Suite("Attempts as spans")
struct TracingInterceptorTests {
    private let tracer = InMemoryTracer(idGenerator: .incrementing)
    private let endpoint = Endpoint<TestGuest, Void>(
        .get, "/items", query: [QueryItem("q", Canary("query").text)], response: .nothing, operation: "items()")

    private func session(
        _ transport: any Transport, outer: [any Interceptor] = []
    ) throws -> Session<TestGuest> {
        try Client.fixture(transport: transport, interceptors: outer + [TracingInterceptor(tracer)])
            .session(for: TestGuest.self)
    }

    @Test("each attempt is a client span, and the second is marked as a resend")
    func attempts() async throws {
        let again = MockInterceptor { call, next throws(NetworkError) in
            _ = try await next(call)
            return try await next(call)
        }
        try await session(FakeTransport { _ in .json("{}") }, outer: [again]).send(endpoint)
        let spans = tracer.finishedSpans
        #expect(spans.map(\.kind) == [.client, .client])
        #expect(spans.map(\.operationName) == ["GET", "GET"])
        #expect(spans.map { $0.attributes.get("http.response.status_code") } == [200, 200].map { .int64($0) })
        #expect(spans.map { $0.attributes.get("http.request.resend_count") } == [nil, .int64(1)])
        #expect(spans.first?.attributes.get("url.full") == .string("https://api.example.com/items?q=‹redacted›"))
        #expect(
            spans.allSatisfy {
                $0.attributes.get("call.operation") != nil && $0.attributes.get("call.request_id") != nil
            })
    }

    @Test("a failed attempt is an error with its cause's name")
    func failure() async throws {
        let transport = FakeTransport { _ throws(TransportError) in throw .connectionLost }
        await #expect(throws: NetworkError.self) { try await session(transport).send(endpoint) }
        let span = try #require(tracer.finishedSpans.first)
        #expect(span.attributes.get("error.type") == .string("connection lost"))
        #expect(span.status?.code == .error)
    }

    @Test("the trace's header fields go only to the environment's own server")
    func propagation() async throws {
        let transport = MockTransport(over: FakeTransport { _ in .json("{}") })
        try await session(transport).send(endpoint)
        let elsewhere = MockInterceptor { call, next throws(NetworkError) in
            var call = call
            call.request.authority = "elsewhere.example"
            return try await next(call)
        }
        try await session(transport, outer: [elsewhere]).send(endpoint)
        let name = try #require(HTTPField.Name(InMemoryTracer.traceIDKey))
        #expect(transport.calls.map { $0.request.headerFields[name] != nil } == [true, false])
    }

    @Test("an attempt belongs to the span around the call, and the rest of the pipeline to the attempt's")
    func nesting() async throws {
        let transport = FakeTransport { _ throws(TransportError) in .json("{}") }
        let session = try session(transport)
        try await tracer.withSpan("screen") { _ in try await session.send(endpoint) }
        let spans = tracer.finishedSpans
        let (attempt, screen) = (try #require(spans.first), try #require(spans.last))
        #expect(attempt.parentSpanID == screen.spanID)
        #expect(attempt.traceID == screen.traceID)
    }
}
