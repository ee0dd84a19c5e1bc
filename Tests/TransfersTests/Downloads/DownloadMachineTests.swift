import EngineTestSupport
import HTTPTypes
import Networking
import Testing

@testable import Transfers

/// Each rule on its own, step by step.
@Suite("Download rules")
struct DownloadMachineTests {
    typealias Step = DownloadMachine.Step

    let tag = StrongEntityTag("\"v1\"")
    let lost = NetworkError.fixture(.transport(.connectionLost))

    func machine(_ change: (inout TransferPolicy) -> Void = { _ in }) -> DownloadMachine {
        var policy = TransferPolicy()
        change(&policy)
        return DownloadMachine(target: .fixture(), policy: policy)
    }

    /// A machine that has requested the whole file.
    func fresh(_ change: (inout TransferPolicy) -> Void = { _ in }) -> DownloadMachine {
        var machine = machine(change)
        #expect(machine.start(found: nil, length: 0) == Step(next: .send(offset: 0, validator: nil)))
        return machine
    }

    /// A machine that has requested the bytes from offset 40 of 100.
    func resuming(_ change: (inout TransferPolicy) -> Void = { _ in }) throws -> DownloadMachine {
        var machine = machine(change)
        let step = machine.start(found: try .fixture(durable: 40, total: 100), length: 50)
        #expect(step == Step(effects: [.cut(to: 40)], next: .send(offset: 40, validator: tag)))
        return machine
    }

    func head(_ status: Int, _ fields: HTTPFields = [:]) -> HTTPResponse {
        HTTPResponse(status: .init(code: status), headerFields: fields)
    }

    func whole(_ length: Int = 100, tag: String? = "\"v1\"") -> HTTPResponse {
        var fields: HTTPFields = [.contentLength: "\(length)"]
        fields[.eTag] = tag
        return head(200, fields)
    }

    func part(_ range: String, tag: String? = "\"v1\"", _ more: HTTPFields = [:]) -> HTTPResponse {
        var fields = more
        fields[.contentRange] = range
        fields[.eTag] = tag
        return head(206, fields)
    }

    func startsOver(_ reason: DownloadDecision.Reason) -> Step {
        Step(effects: [.report(.restarted(reason))], next: .send(offset: 0, validator: nil))
    }

    /// Waits, and then requests the rest.
    func pause(_ seconds: Double, at position: Int64) -> Step {
        let wait = Duration.seconds(seconds)
        return Step(
            effects: [.report(.interrupted(at: position, waiting: wait)), .wait(wait)],
            next: .send(offset: position, validator: tag))
    }

    // MARK: Start

    @Test("a partial file without a record, for another target, or shorter than recorded is discarded")
    func unusable() throws {
        var nothing = machine()
        #expect(nothing.start(found: nil, length: 7) == startsOver(.noRecord))
        var other = machine()
        #expect(other.start(found: try .fixture(durable: 40, path: "/other"), length: 50) == startsOver(.otherTarget))
        var short = machine()
        #expect(short.start(found: try .fixture(durable: 40), length: 39) == startsOver(.bytesMissing))
    }

    @Test("a record of no bytes sends no Range")
    func empty() throws {
        var machine = machine()
        let step = machine.start(found: try .fixture(durable: 0), length: 30)
        #expect(step == Step(next: .send(offset: 0, validator: nil)))
    }

    // MARK: The whole file

    @Test("a 200 to the first request is received up to its length")
    func firstWhole() {
        var machine = fresh()
        #expect(machine.responded(whole(3)) == Step(effects: [.discard], next: .receive))
        #expect(machine.total == 3)
        #expect(machine.received(3) == nil)
        #expect(machine.received(1) == .overrun(announced: 3))
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 3)))
    }

    @Test("a 200 to a range request discards the partial file before it is received")
    func wholeInsteadOfPart() throws {
        var machine = try resuming()
        let step = machine.responded(whole(90, tag: "\"v2\""))
        #expect(step == Step(effects: [.report(.restarted(.wholeFile)), .discard], next: .receive))
        #expect(machine.position == 0)
        #expect(machine.total == 90)
        #expect(machine.record?.validator?.tag.text == "\"v2\"")
    }

    @Test("a body without a length ends where the connection ends")
    func unknownLength() {
        var machine = fresh()
        #expect(machine.responded(head(200)) == Step(effects: [.discard], next: .receive))
        #expect(machine.received(7) == nil)
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 7)))
    }

    @Test("a body that ends before its length is truncated, even if the transport reports a normal end")
    func shortBody() {
        var machine = fresh()
        _ = machine.responded(whole(10))
        _ = machine.received(9)
        #expect(machine.ended(draw: 0) == pause(0, at: 9))
    }

    @Test(
        "an encoded body has no length and no wire count, and can't be continued; the identity coding is none",
        arguments: ["gzip", "identity"])
    func encoded(coding: String) {
        var machine = fresh()
        let fields: HTTPFields = [.contentLength: "50", .eTag: "\"v1\"", .contentEncoding: coding]
        #expect(machine.responded(head(200, fields)) == Step(effects: [.discard], next: .receive))
        let isEncoded = coding == "gzip"
        #expect(machine.isEncoded == isEncoded)
        #expect(machine.total == (isEncoded ? nil : 50))
        #expect((machine.record == nil) == isEncoded)
        #expect(machine.received(50) == nil)
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 50)))
    }

    // MARK: A part

    @Test("a requested part is received to its end")
    func expectedPart() throws {
        var machine = try resuming()
        #expect(
            machine.responded(part("bytes 40-99/100")) == Step(effects: [.report(.resumed(from: 40))], next: .receive))
        #expect(machine.received(60) == nil)
        #expect(machine.received(1) == .overrun(announced: 100))
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 100)))
    }

    @Test("a part shorter than the rest is followed by the next part")
    func shorterPart() throws {
        var machine = try resuming()
        _ = machine.responded(part("bytes 40-59/100"))
        #expect(machine.received(21) == .overrun(announced: 60))
        #expect(machine.received(20) == nil)
        #expect(machine.ended(draw: 0) == Step(next: .send(offset: 60, validator: tag)))
    }

    @Test(
        "without a known total, only a 416 that names the same version is the end of the file",
        arguments: ["\"v1\"", "\"v2\"", "W/\"v1\"", nil])
    func unknownTotal(tag: String?) throws {
        var machine = machine()
        _ = machine.start(found: try .fixture(durable: 40), length: 40)
        _ = machine.responded(part("bytes 40-59/*"))
        _ = machine.received(20)
        #expect(machine.ended(draw: 0) == Step(next: .send(offset: 60, validator: self.tag)))
        var fields: HTTPFields = [.contentRange: "bytes */60"]
        fields[.eTag] = tag
        let isEnd = tag == "\"v1\""
        #expect(
            machine.responded(head(416, fields)) == (isEnd ? Step(next: .publish(length: 60)) : startsOver(.outOfRange))
        )
    }

    @Test(
        "a part of another version, or of one that is not named, is rejected", arguments: ["\"v2\"", "W/\"v1\"", nil])
    func otherVersion(tag: String?) throws {
        var machine = try resuming()
        #expect(machine.responded(part("bytes 40-99/100", tag: tag)) == startsOver(.otherVersion))
        #expect(machine.record == nil)
    }

    @Test(
        "a part at another offset, with another total or length, or with an invalid range is rejected",
        arguments: [
            "bytes 0-99/100", "bytes 41-99/100", "bytes 39-99/100", "bytes 40-99/101", "bytes 40-100/*",
            "items 40-99/100", "bytes */100", "40-99/100",
        ].map { ([.contentRange: $0], .otherRange) } + [
            ([.contentRange: "bytes 40-99/100", .contentLength: "61"], .otherRange), ([:], .otherRange),
            ([.contentRange: "bytes 40-99/100", .contentEncoding: "gzip"], .encoded),
        ] as [(HTTPFields, DownloadDecision.Reason)])
    func otherRange(fields: HTTPFields, reason: DownloadDecision.Reason) throws {
        var fields = fields
        fields[.eTag] = "\"v1\""
        var machine = try resuming()
        #expect(machine.responded(head(206, fields)) == startsOver(reason))
    }

    @Test(
        "a part that was not requested is an error, and so is a success without a file",
        arguments: [201, 202, 204, 206])
    func unrequested(status: Int) {
        var machine = fresh()
        #expect(
            machine.responded(head(status, [.contentRange: "bytes 0-9/10"]))
                == Step(next: .fail(.download(.unexpectedResponse(status: status)))))
    }

    // MARK: The end of the file

    @Test(
        "a 416 with the length of the partial file completes it, unless it is of another version, and any other discards it",
        arguments: [
            ([.contentRange: "bytes */100"], 100), ([.contentRange: "bytes */100", .eTag: "\"v2\""], nil), ([:], nil),
            ([.contentRange: "bytes */39"], nil), ([.contentRange: "bytes */40"], nil),
            ([.contentRange: "bytes 0-9/40"], nil),
        ] as [(HTTPFields, Int64?)])
    func rangeNotSatisfiable(fields: HTTPFields, complete: Int64?) throws {
        var whole = machine()
        _ = whole.start(found: try .fixture(durable: 100, total: 100), length: 100)
        let step = complete.map { Step(next: .publish(length: $0)) } ?? startsOver(.outOfRange)
        #expect(whole.responded(head(416, fields)) == step)
        var part = try resuming()
        #expect(part.responded(head(416, fields)) == startsOver(.outOfRange))
    }

    @Test("a 416 to a request without Range is the server's refusal")
    func refusal() {
        var machine = fresh()
        #expect(machine.responded(head(416)) == Step(next: .fail(.status(HTTPFailure(status: 416)))))
    }
}

extension DownloadMachine {
    /// The head comes from the requested resource.
    mutating func responded(_ head: HTTPResponse) -> Step { responded(head, from: .fixture) }
}

extension RequestTarget {
    static var fixture: RequestTarget { RequestTarget(scheme: "https", authority: "api.example.com", path: "/file") }
}
