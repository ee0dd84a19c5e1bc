import HTTPTypes
import Primitives
import TestSupport
import Testing

@testable import Networking

@Suite("Event stream rules")
struct EventStreamMachineTests {
    private static func error(_ cause: NetworkError.Cause) throws -> NetworkError {
        let call = try Call.fixture()
        return call.context.error(cause, call.request)
    }

    private static func head(_ status: Int, _ type: String?) -> HTTPResponse {
        var head = HTTPResponse(status: .init(code: status))
        head.headerFields[.contentType] = type
        return head
    }

    @Test(
        "only a 200 with the media type is read, a 204 ends the stream, and any other status is a failure",
        arguments: [
            (200, "text/event-stream", .read), (200, "Text/Event-Stream;charset=utf-8", .read),
            (200, "application/json", .fail(.unexpectedMedia(received: "application/json"))),
            (200, nil, .fail(.unexpectedMedia(received: "none"))), (204, nil, .finish),
            (204, "text/event-stream", .finish), (201, "text/event-stream", .readFailure),
            (304, nil, .readFailure), (401, nil, .readFailure), (503, "text/event-stream", .readFailure),
        ] as [(Int, String?, EventStreamMachine.Step)])
    func heads(status: Int, type: String?, step: EventStreamMachine.Step) {
        #expect(EventStreamMachine(EventStreamPolicy()).responded(Self.head(status, type)) == step)
    }

    @Test("a temporary failure reconnects, any other one ends the stream")
    func failures() throws {
        let temporary: [NetworkError.Cause] = [
            .transport(.connectionLost), .transport(.connectionRefused), .transport(.idleTimeout),
            .transport(.truncatedResponse), .timeout(.attempt(.seconds(1))), .timeout(.total(.seconds(1))),
            .status(HTTPFailure(status: 503)), .status(HTTPFailure(status: 429)), .circuitOpen(retryAfter: .zero),
            .refresh(HTTPFailure(status: 503)),
        ]
        let final: [NetworkError.Cause] = [
            .cancelled, .loggedOut, .foreignOrigin, .status(HTTPFailure(status: 401)),
            .status(HTTPFailure(status: 404)), .status(HTTPFailure(status: 201)), .transport(.closed),
            .transport(.responseTooLarge(limit: 1)), .transport(.invalidResponse(reason: "no HTTP")),
            .redirect(.tooMany(limit: 5)),
        ]
        for cause in temporary + final {
            var machine = EventStreamMachine(EventStreamPolicy())
            let step = machine.lost(try Self.error(cause), draw: 0)
            let isTemporary = temporary.contains(cause)
            #expect(step == (isTemporary ? .reconnect(after: .seconds(1), because: cause) : .fail(cause)))
        }
    }

    @Test("delays are random between the reconnection time and a bound that doubles up to the longest delay")
    func delays() throws {
        let error = try Self.error(.transport(.connectionLost))
        for (draw, expected) in [(0, [1, 1, 1, 1, 1, 1]), (0.5, [1.5, 2.5, 4.5, 8.5, 15.5, 15.5])] {
            var machine = EventStreamMachine(EventStreamPolicy())
            for seconds in expected {
                let step = machine.lost(error, draw: draw)
                #expect(step == .reconnect(after: .seconds(seconds), because: error.cause))
            }
        }
    }

    @Test("bytes reset the delay and the count of failures, connections without a byte use it up")
    func count() throws {
        let error = try Self.error(.transport(.connectionLost))
        var policy = EventStreamPolicy()
        policy.reconnects = 2
        var machine = EventStreamMachine(policy)
        for _ in 1...3 {
            #expect(machine.lost(error, draw: 0.5) == .reconnect(after: .seconds(1.5), because: error.cause))
            #expect(machine.ended(draw: 0.5) == .reconnect(after: .seconds(2.5), because: nil))
            machine.received()
        }
        _ = machine.ended(draw: 0)
        _ = machine.ended(draw: 0)
        #expect(machine.ended(draw: 0) == .fail(.transport(.connectionLost)))
        #expect(machine.lost(error, draw: 0) == .fail(error.cause))
    }

    @Test(
        "a server's wait is respected between 100 ms and an hour",
        arguments: [
            (Duration.zero, Duration.milliseconds(100)), (.seconds(60), .seconds(60)),
            (.milliseconds(Int64.max), .seconds(3600)),
        ])
    func reconnectionTime(time: Duration, expected: Duration) {
        var machine = EventStreamMachine(EventStreamPolicy())
        machine.setReconnectionTime(time)
        for _ in 1...9 { #expect(machine.ended(draw: 0) == .reconnect(after: expected, because: nil)) }
        machine.received()
        #expect(machine.ended(draw: 0.999) != .reconnect(after: expected, because: nil), "the wait is not random")
    }

    @Test("a Retry-After and an open circuit lengthen the wait")
    func retryAfter() throws {
        for cause in [
            NetworkError.Cause.status(HTTPFailure(status: 503, retryAfter: .seconds(7))),
            .circuitOpen(retryAfter: .seconds(7)),
        ] {
            var machine = EventStreamMachine(EventStreamPolicy())
            #expect(
                machine.lost(try Self.error(cause), draw: 0.5) == .reconnect(after: .seconds(7.5), because: cause))
        }
    }

    @Test("a complete response ends the stream if the policy says so")
    func end() {
        var policy = EventStreamPolicy()
        policy.endsWithResponse = true
        var machine = EventStreamMachine(policy)
        #expect(machine.ended(draw: 0) == .finish)
    }
}
