import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import TestSupport
import Testing

@Suite("One-shot bodies", .timeLimit(.minutes(10)))
struct OneShotBodyTests {
    /// A body that counts how often it was opened.
    private final class OneShot: Sendable {
        private let count = Mutex(0)

        var opened: Int { count.withLock { $0 } }

        func makeBody(isReplayable: Bool = false) -> RequestBody {
            .stream(
                .init(length: 5, isReplayable: isReplayable) {
                    self.count.withLock { $0 += 1 }
                    return ByteStream(Data("bytes".utf8))
                })
        }
    }

    /// Rejects the first exchange, after reading the body or without opening it, and accepts the second.
    private final class RefusingOnce: Transport {
        private let readsFirst: Bool
        private let isFirst = Mutex(true)

        init(readingFirst: Bool) {
            readsFirst = readingFirst
        }

        func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
            let refuses = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if readsFirst || !refuses { _ = try await body.read() }
            if refuses { throw .connectionRefused }
            return .empty(.ok)
        }

        func shutdown() async {}
    }

    private func call(_ body: RequestBody, in harness: RetryHarness) throws -> Call {
        var call = try Call.fixture(body: body, context: .fixture(time: harness.clock, monitor: harness.monitor))
        call.request.method = .put
        return call
    }

    @Test("a one-shot body is sent again if it has not been opened")
    func untouched() async throws {
        let (body, harness) = (OneShot(), try RetryHarness(jitter: 0, transport: RefusingOnce(readingFirst: false)))
        let response = try await harness.pipeline.send(call(body.makeBody(), in: harness))
        #expect(response.head.status == .ok)
        #expect(body.opened == 1)
        #expect(harness.transport.calls.count == 2)
    }

    @Test("a one-shot body that was opened is never sent again, whatever the failure")
    func touched() async throws {
        let (body, harness) = (OneShot(), try RetryHarness(jitter: 0, transport: RefusingOnce(readingFirst: true)))
        await expectError(.transport(.connectionRefused)) {
            try await harness.pipeline.send(call(body.makeBody(), in: harness))
        }
        #expect(body.opened == 1)
        #expect(harness.transport.calls.count == 1)
        #expect(harness.decisions == [.notRetried(.bodySpent)])
    }

    @Test("a body that can be read again is sent again")
    func replayable() async throws {
        let (body, harness) = (OneShot(), try RetryHarness(jitter: 0, transport: RefusingOnce(readingFirst: true)))
        let response = try await harness.pipeline.send(call(body.makeBody(isReplayable: true), in: harness))
        #expect(response.head.status == .ok)
        #expect(body.opened == 2)
    }
}
