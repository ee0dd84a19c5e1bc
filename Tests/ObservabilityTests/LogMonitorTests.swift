import EngineTestSupport
import HTTPTypes
import InMemoryLogging
import Logging
import Networking
import Observability
import Testing

@Suite("Events in a log")
struct LogMonitorTests {
    private let handler = InMemoryLogHandler()

    private func session(responding response: ServerResponse) throws -> Session<TestGuest> {
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .trace
        return try Client.fixture(transport: FakeTransport { _ in response }, monitor: LogMonitor(logger))
            .session(for: TestGuest.self)
    }

    @Test("log lines describe a call from start to end, each with its id")
    func course() async throws {
        let endpoint = Endpoint<TestGuest, Void>(
            .get, "/items", query: [QueryItem("token", Canary("query").text)], response: .nothing, operation: "items()")
        try await session(responding: .json("{}")).send(endpoint)
        #expect(
            handler.entries.map { "\($0.message)" } == [
                "started GET https://api.example.com/items?token=‹redacted›", "attempt 1 started", "responded with 200",
                "finished",
            ])
        for entry in handler.entries {
            #expect(entry.level == .debug)
            #expect(entry.metadata["call"] == "00000000-0000-4000-8000-000000000001")
            #expect(entry.metadata["operation"] == "items()")
        }
    }

    @Test("a custom event has its fields as metadata, under its name")
    func customEvent() throws {
        var logger = Logger(label: "test") { _ in handler }
        logger.logLevel = .trace
        LogMonitor(logger).receive(
            CallEvent(
                callID: SequentialIdentifierSource.identifier(1), operation: "items()", monotonicTime: .zero,
                kind: .custom(AnyCustomEvent(QuotaEvent(left: 3)))))
        let entry = try #require(handler.entries.last)
        #expect("\(entry.message)" == "3 requests left")
        #expect(entry.level == .notice)
        #expect(entry.metadata["quota.left"] == "3")
    }

    private struct QuotaEvent: CustomEvent {
        let left: Int
        var name: String { "quota" }
        var fields: [String: String] { ["left": "\(left)"] }
        var message: String { "\(left) requests left" }
    }

    @Test("a failed call is an error without the server's text")
    func failure() async throws {
        let endpoint = Endpoint<TestGuest, Void>(.get, "/items", response: .nothing)
        await #expect(throws: NetworkError.self) {
            try await session(responding: .json(#"{"detail":"\#(Canary("answer").text)"}"#, status: .notFound)).send(
                endpoint)
        }
        let last = try #require(handler.entries.last)
        #expect(last.level == .error)
        #expect("\(last.message)" == "failed: 404")
    }
}
