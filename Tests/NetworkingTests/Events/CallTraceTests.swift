import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("Call traces")
struct CallTraceTests {
    private typealias Events = [(milliseconds: Int, kind: CallEvent.Kind)]

    private static let begun = CallEvent.Kind.started(method: "GET", url: "https://a.example/")

    /// A span is written as its kind, its start and end in milliseconds, and its result.
    @Test(
        "a trace has a span for each attempt and each refresh, which may overlap; open spans end with the call",
        arguments: [
            (
                [
                    (100, begun), (101, .attemptStarted(number: 1)), (120, .attemptFailed(.transport(.connectionLost))),
                    (150, .attemptStarted(number: 2)), (180, .responded(status: 200)), (190, .finished),
                ], ["attempt(1) 101 120 connection lost", "attempt(2) 150 180 200"], .finished
            ),
            (
                // An attempt whose body is streamed ends with the body, not with the head.
                [
                    (0, begun), (1, .attemptStarted(number: 1)), (8, .responded(status: 200)), (3_000, .bodyEnded),
                    (4_000, .attemptStarted(number: 2)), (4_007, .responded(status: 206)), (61_000, .bodyEnded),
                    (61_002, .finished),
                ], ["attempt(1) 1 3000 200", "attempt(2) 4000 61000 206"], .finished
            ),
            (
                [
                    (0, begun), (1, .attemptStarted(number: 1)), (9, .responded(status: 401)), (10, .refreshStarted),
                    (20, .refreshFinished), (21, .resent), (22, .attemptStarted(number: 2)),
                    (50, .failed(.timeout(.total(.milliseconds(50))))),
                ], ["attempt(1) 1 9 401", "refresh 10 20 refreshed", "attempt(2) 22 50 abandoned"],
                .failed(.timeout(.total(.milliseconds(50))))
            ),
        ] as [(Events, [String], CallTrace.Outcome)])
    private func spans(events: Events, spans: [String], outcome: CallTrace.Outcome) throws {
        let all = events.map {
            CallEvent(
                callID: SequentialIdentifierSource.identifier(1), operation: "user(_:)",
                monotonicTime: .milliseconds($0.milliseconds), kind: $0.kind)
        }
        var trace = CallTrace(try #require(all.first))
        for event in all.dropFirst() { trace.note(event) }
        func milliseconds(_ duration: Duration?) -> Int { duration.map { Int($0 / .milliseconds(1)) } ?? -1 }
        #expect(
            trace.spans.map {
                "\($0.kind) \(milliseconds($0.start)) \(milliseconds($0.end)) \($0.result)"
            } == spans)
        #expect(milliseconds(trace.duration) == (events.last?.milliseconds ?? 0) - (events.first?.milliseconds ?? 0))
        #expect(trace.outcome == outcome)
        #expect(trace.attempts == 2)
        #expect(trace.method == "GET")
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
        let quota = MockInterceptor { call, next throws(NetworkError) in
            guard call.request.path == "/item" else {
                throw call.context.error(.custom(AnyCustomFailure(QuotaFailure.used)), call.request)
            }
            call.context.report(.custom(AnyCustomEvent(QuotaEvent(left: 0))))
            return try await next(call)
        }
        let session = try Session.guest(
            over: MockTransport(responding: .json(#"{"name":"pen"}"#)), through: [quota], monitor: monitor)
        _ = try await session.send(.item)
        #expect(monitor.events.map(\.kind.name) == ["started", "quota", "attemptStarted", "responded", "finished"])
        #expect(monitor.events[1].kind.message == "0 requests left")
        #expect(monitor.events[1].kind == .custom(AnyCustomEvent(QuotaEvent(left: 0))))
        #expect(monitor.events[1].kind != .custom(AnyCustomEvent(QuotaEvent(left: 1))))

        let failure = NetworkError.Cause.custom(AnyCustomFailure(QuotaFailure.used))
        let error = await expectError(failure) { try await session.send(.item(at: "/item?page=2")) }
        #expect(error?.cause != .custom(AnyCustomFailure(QuotaFailure.unknown)))
        #expect(error?.userMessage == "Today's requests are used up.")
        #expect(error?.isRetryable == false)
        #expect(monitor.events.last?.kind.message == "failed: quota")
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
