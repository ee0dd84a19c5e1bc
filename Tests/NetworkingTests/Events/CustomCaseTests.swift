import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

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
