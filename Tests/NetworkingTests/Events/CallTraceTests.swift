import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Call traces")
struct CallTraceTests {
    private func trace(_ events: [(milliseconds: Int, kind: CallEvent.Kind)]) throws -> CallTrace {
        let all = events.map {
            CallEvent(
                callID: SequentialIdentifierSource.identifier(1), operation: "user(_:)",
                monotonicTime: .milliseconds($0.milliseconds), kind: $0.kind)
        }
        var trace = CallTrace(try #require(all.first))
        for event in all.dropFirst() { trace.note(event) }
        return trace
    }

    @Test("a trace has a span for each attempt with its result")
    func attempts() throws {
        let trace = try trace([
            (100, .started(method: "GET", url: "https://a.example/")), (101, .attemptStarted(number: 1)),
            (120, .attemptFailed(.transport(.connectionLost))), (150, .attemptStarted(number: 2)),
            (180, .responded(status: 200)), (190, .finished),
        ])
        #expect(trace.spans.map(\.kind) == [.attempt(1), .attempt(2)])
        #expect(trace.spans.map(\.start) == [.milliseconds(101), .milliseconds(150)])
        #expect(trace.spans.map(\.end) == [.milliseconds(120), .milliseconds(180)])
        #expect(trace.spans.map(\.result) == ["connection lost", "200"])
        #expect(trace.duration == .milliseconds(90))
        #expect(trace.outcome == .finished)
        #expect(trace.attempts == 2)
        #expect(trace.method == "GET")
    }

    @Test("an attempt whose body is streamed ends with the body, not with the head")
    func streamedBody() throws {
        let trace = try trace([
            (0, .started(method: "GET", url: "https://a.example/")), (1, .attemptStarted(number: 1)),
            (8, .responded(status: 200)), (3_000, .bodyEnded), (4_000, .attemptStarted(number: 2)),
            (4_007, .responded(status: 206)), (61_000, .bodyEnded), (61_002, .finished),
        ])
        #expect(trace.spans.map(\.start) == [1, 4_000].map { .milliseconds($0) })
        #expect(trace.spans.map(\.end) == [3_000, 61_000].map { .milliseconds($0) })
        #expect(trace.spans.map(\.result) == ["200", "206"])
    }

    @Test("a refresh runs parallel to the attempts in a trace, and open spans end with the call")
    func refresh() throws {
        let trace = try trace([
            (0, .started(method: "GET", url: "https://a.example/")), (1, .attemptStarted(number: 1)),
            (9, .responded(status: 401)), (10, .refreshStarted), (20, .refreshFinished), (21, .resent),
            (22, .attemptStarted(number: 2)), (50, .failed(.timeout(.total(.milliseconds(50))))),
        ])
        #expect(trace.spans.map(\.kind) == [.attempt(1), .refresh, .attempt(2)])
        #expect(trace.spans.map(\.end) == [9, 20, 50].map { .milliseconds($0) })
        #expect(trace.spans.map(\.result) == ["401", "refreshed", "abandoned"])
        #expect(trace.outcome == .failed(.timeout(.total(.milliseconds(50)))))
    }

    @Test("the trace recorder separates calls and stores the newest ones only")
    func recorder() {
        let recorder = TraceRecorder(limit: 2)
        for number in UInt32(1)...3 {
            for kind in [CallEvent.Kind.attemptStarted(number: 1), .finished] {
                recorder.receive(
                    CallEvent(
                        callID: SequentialIdentifierSource.identifier(number), operation: "o", monotonicTime: .zero,
                        kind: kind
                    ))
            }
        }
        #expect(recorder.traces.map(\.callID) == [2, 3].map { SequentialIdentifierSource.identifier($0) })
        #expect(recorder.traces.map(\.moments.count) == [2, 2])
    }
}

@Suite("Custom events and failures")
struct CustomCaseTests {
    @Test("an interceptor's own events and failures reach the monitor and the caller")
    func course() async throws {
        let monitor = MockEventMonitor()
        let session = try Session.guest(
            over: MockTransport(responding: .json(#"{"name":"pen"}"#)), through: [Quota(limit: 1)], monitor: monitor)
        _ = try await session.send(.item(at: "/item?page=1"))
        #expect(monitor.events.map(\.kind.name) == ["started", "quota", "attemptStarted", "responded", "finished"])
        #expect(monitor.events[1].kind.message == "0 requests left")

        let failure = NetworkError.Cause.custom(AnyCustomFailure(QuotaFailure.used))
        let error = await expectError(failure) { try await session.send(.item(at: "/item?page=2")) }
        #expect(error?.userMessage == "Today's requests are used up.")
        #expect(error?.isRetryable == false)
        #expect(monitor.events.last?.kind.message == "failed: quota")
    }

    @Test("custom events are equal if their types and values are equal")
    func equality() {
        #expect(AnyCustomEvent(QuotaEvent(left: 1)) == AnyCustomEvent(QuotaEvent(left: 1)))
        #expect(AnyCustomEvent(QuotaEvent(left: 1)) != AnyCustomEvent(QuotaEvent(left: 2)))
        #expect(AnyCustomEvent(QuotaEvent(left: 1)) != AnyCustomEvent(OtherEvent(left: 1)))
        #expect(AnyCustomFailure(QuotaFailure.used) == AnyCustomFailure(QuotaFailure.used))
        #expect(AnyCustomFailure(QuotaFailure.used) != AnyCustomFailure(QuotaFailure.unknown))
    }

    private struct OtherEvent: CustomEvent {
        let left: Int
        var name: String { "quota" }
        var fields: [String: String] { [:] }
        var message: String { "" }
    }

    /// Passes the first `limit` pages.
    private struct Quota: Interceptor {
        let limit: Int

        func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
            let page = call.request.path?.split(separator: "=").last.flatMap { Int($0) } ?? 0
            guard page <= limit else {
                throw call.context.error(.custom(AnyCustomFailure(QuotaFailure.used)), call.request)
            }
            call.context.report(.custom(AnyCustomEvent(QuotaEvent(left: limit - page))))
            return try await next(call)
        }
    }
}

struct QuotaEvent: CustomEvent {
    let left: Int
    var name: String { "quota" }
    var fields: [String: String] { ["left": "\(left)"] }
    var message: String { "\(left) requests left" }
}

enum QuotaFailure: CustomFailure {
    case used, unknown
    var name: String { "quota" }
    var isRetryable: Bool { false }
    var localizableUserMessage: UserMessage { UserMessage("quota.used", "Today's requests are used up.") }
}
