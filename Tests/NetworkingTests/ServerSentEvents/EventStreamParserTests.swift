import EngineTestSupport
import Foundation
import HTTPTypes
import Primitives
import Testing

@testable import Networking

@Suite("Parsing an event stream")
struct EventStreamParserTests {
    typealias Message = EventStreamParser.Message

    private static func message(_ data: String, _ type: String = "message", id: String = "") -> Message {
        Message(type: type, data: data, lastEventID: id)
    }

    static let streams: [(String, [Message])] = [
        ("data: a\n\n", [message("a")]),
        ("data: a\r\rdata:b\r\n\r\ndata\n\n", [message("a"), message("b"), message("")]),
        ("data: a\ndata:  b\ndata:\ndata: c:d\n\n", [message("a\n b\n\nc:d")]),
        ("data\ndata\n\n", [message("\n")]),
        ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [message("a")]),
        ("\u{FEFF}\u{FEFF}data: a\n\n", []),
        (": comment\n:\ndata: a\n: comment\n\n", [message("a")]),
        ("event: add\ndata: a\n\ndata: b\n\n", [message("a", "add"), message("b")]),
        ("event: x\nevent: add\ndata: a\n\nevent:\ndata: b\n\n", [message("a", "add"), message("b")]),
        ("event: add\n\ndata: a\n\n", [message("a")]),
        ("id: 1\ndata: a\n\ndata: b\n\n", [message("a", id: "1"), message("b", id: "1")]),
        ("id: 1\ndata: a\n\nid\ndata: b\n\n", [message("a", id: "1"), message("b")]),
        ("id: 1\n\nid: 2\u{0}\ndata: b\n\n", [message("b", id: "1")]),
        ("data: a\n\ndata: lost", [message("a")]),
        ("data: a\n\ndata: lost\n", [message("a")]),
        ("Data: a\nDATA: b\ndatum: c\n data: d\ndata : e\n\n", []),
        ("data: \u{FEFF}a\u{0}\tß\u{2028}\u{85}\u{B}\n\n", [message("\u{FEFF}a\u{0}\tß\u{2028}\u{85}\u{B}")]),
        ("\n\n\r\n\r", []), ("", []),
    ]

    @Test("fields become events", arguments: streams)
    func fields(text: String, expected: [Message]) throws {
        #expect(try Self.parse([Data(text.utf8)]) == expected)
    }

    @Test("any cut of any stream gives the events of the whole stream, as a second parser reads them")
    func cuts() throws {
        let random = SeededRandomSource(seed: 7)
        let parts: [[UInt8]] =
            [
                "data", "data:", "data: x", "event: e", "event", "id: 7", "id", "id:8", "retry: 5", ":", " ", ": c",
                "\n", "\n", "\n", "\r", "\r", "\r\n", "\r\n", "\n\n", "ü", "😀", "\u{FEFF}", "a",
            ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xF0, 0x9F, 0x98], [0], [0xEF, 0xBB]]
        var found = 0
        for _ in 0..<3_000 {
            let bytes = (0..<Int(random.next() % 40)).flatMap { _ in parts[Int(random.next() % UInt64(parts.count))] }
            let expected = ReferenceParser.messages(in: bytes)
            found += expected.count
            var pieces: [Data] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int(random.next() % 9))
                pieces.append(Data(bytes[start..<end]))
                start = end
            }
            #expect(try Self.parse([Data(bytes)]) == expected, "\(bytes)")
            #expect(try Self.parse(pieces) == expected, "\(pieces.map(Array.init))")
            #expect(try Self.parse(bytes.map { Data([$0]) }) == expected, "\(bytes)")
        }
        #expect(found > 500)
    }

    @Test(
        "only digits set the reconnection time",
        arguments: [
            ("1500", Duration.milliseconds(1500)), ("0", .zero), ("", nil), ("-1", nil), ("1.5", nil), ("1s", nil),
            ("١", nil), ("99999999999999999999", .milliseconds(Int64.max)),
        ] as [(String, Duration?)])
    func retry(value: String, expected: Duration?) throws {
        var parser = EventStreamParser(limit: 100, lastEventID: "")
        parser.receive(Data("retry: \(value)\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.reconnectionTime == expected)
    }

    @Test("the id of an event counts when the event is complete, also without data")
    func lastEventID() throws {
        var parser = EventStreamParser(limit: 100, lastEventID: "1")
        parser.receive(Data("id: 2\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.lastEventID == "1")
        parser.receive(Data("\n".utf8))
        #expect(try parser.next() == nil)
        #expect(parser.lastEventID == "2")
    }

    @Test(
        "an event beyond the limit fails, in one piece or many: one line, many lines, a comment, a line without an end",
        arguments: [
            "data: 12345678901\n\n", "data: 12345\ndata: 67890\ndata: 1\n\n", ": 1234567890123456789\n",
            String(repeating: "x", count: 17), "event: 123456789\ndata: 123456\n\n",
        ])
    func limit(text: String) throws {
        for pieces in [[Data(text.utf8)], text.utf8.map { Data([$0]) }] {
            #expect(throws: EventStreamParser.EventTooLarge()) { try Self.parse(pieces, limit: 16) }
            #expect(throws: Never.self) { try Self.parse(pieces, limit: 32) }
        }
    }

    @Test("many events and comments together may exceed the limit of one event")
    func manySmall() throws {
        let text = String(repeating: ": ping\n\ndata: 1\n\n", count: 1_000)
        #expect(try Self.parse([Data(text.utf8)], limit: 16).count == 1_000)
    }

    @Test("a line that arrives byte by byte is not copied for each byte")
    func longLine() throws {
        // Quadratic copying of 4 MB would take hours and fail the suite's time limit.
        var parser = EventStreamParser(limit: 8_000_000, lastEventID: "")
        for piece in Array(repeating: Data("data".utf8), count: 1_000_000) {
            parser.receive(piece)
            #expect(try parser.next() == nil)
        }
    }

    private static func parse(
        _ pieces: [Data], limit: Int = 10_000
    ) throws(EventStreamParser.EventTooLarge) -> [Message] {
        var parser = EventStreamParser(limit: limit, lastEventID: "")
        var messages: [Message] = []
        for piece in pieces {
            parser.receive(piece)
            while let message = try parser.next() { messages.append(message) }
        }
        return messages
    }
}

/// The standard's algorithm on complete text: decode the bytes, split them into lines, interpret each.
private enum ReferenceParser {
    static func messages(in bytes: [UInt8]) -> [EventStreamParser.Message] {
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        var lines: [[Unicode.Scalar]] = [[]]
        var last: Unicode.Scalar?
        for scalar in scalars {
            switch scalar {
            case "\n" where last == "\r": break
            case "\n", "\r": lines.append([])
            default: lines[lines.count - 1].append(scalar)
            }
            last = scalar
        }
        var (data, type, id) = ([String](), "", "")
        var messages: [EventStreamParser.Message] = []
        // The text after the last line end is no line.
        for line in lines.dropLast() {
            if line.isEmpty {
                if !data.isEmpty {
                    messages.append(
                        .init(
                            type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"), lastEventID: id))
                }
                (data, type) = ([], "")
                continue
            }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            var value = parts.count > 1 ? parts[1] : []
            if value.first == " " { value = value.dropFirst() }
            switch text(parts[0]) {
            case "data": data.append(text(value))
            case "event": type = text(value)
            case "id": if !value.contains("\u{0}") { id = text(value) }
            default: break
            }
        }
        return messages
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

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
        let temporary: [TransportError] = [
            .idleTimeout, .connectionRefused, .unreachable, .connectionLost, .truncatedResponse, .connectTimeout,
            .hostNotFound, .notSent, .poolTimeout, .deadlinePassed,
        ]
        let final: [TransportError] = [
            .responseTooLarge(limit: 1), .insecure(.validity, reason: "Expired."), .invalidResponse(reason: "No HTTP."),
            .requestBody(reason: "Gone."), .unsendable(reason: "No host."), .closed, .other(reason: "Odd."), .cancelled,
        ]
        let causes: [(NetworkError.Cause, isTemporary: Bool)] =
            temporary.map { (.transport($0), true) } + final.map { (.transport($0), false) } + [
                (.timeout(.total(.seconds(1))), true), (.circuitOpen(retryAfter: .zero), true),
                (.status(HTTPFailure(status: 429)), true), (.refresh(HTTPFailure(status: 503)), true),
                (.cancelled, false), (.loggedOut, false), (.status(HTTPFailure(status: 401)), false),
                (.status(HTTPFailure(status: 201)), false), (.refresh(HTTPFailure(status: 404)), false),
                (.foreignOrigin, false), (.redirect(.insecure), false), (.credentialStorage(reason: "Full."), false),
                (.invalidRequest(reason: "No."), false), (.unexpectedMedia(received: "text/html"), false),
                (.decoding(DecodingFailure(path: "", expectation: "JSON")), false),
            ]
        for (cause, isTemporary) in causes {
            var machine = EventStreamMachine(EventStreamPolicy())
            let step = machine.lost(try Self.error(cause), draw: 0)
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
}
