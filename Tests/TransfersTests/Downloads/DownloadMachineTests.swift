import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Transfers

/// Rule by rule, one step at a time.
@Suite("The download's rules")
struct DownloadMachineTests {
    typealias Step = DownloadMachine.Step

    let tag = StrongEntityTag("\"v1\"")
    let lost = NetworkError.fixture(.transport(.connectionLost))

    func machine(_ change: (inout DownloadPolicy) -> Void = { _ in }) -> DownloadMachine {
        var policy = DownloadPolicy()
        change(&policy)
        return DownloadMachine(target: .fixture(), policy: policy)
    }

    /// A machine that has asked for what lies behind byte 40 of 100.
    func resuming(_ change: (inout DownloadPolicy) -> Void = { _ in }) throws -> DownloadMachine {
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

    func anew(_ reason: DownloadDecision.Reason) -> Step {
        Step(effects: [.report(.restarted(reason))], next: .send(offset: 0, validator: nil))
    }

    // MARK: Beginning

    @Test("without anything here, the whole file is asked for")
    func fresh() {
        var machine = machine()
        #expect(machine.start(found: nil, length: 0) == Step(next: .send(offset: 0, validator: nil)))
    }

    @Test("bytes without a record, of another target, or fewer than recorded are given up")
    func unusable() throws {
        var nothing = machine()
        #expect(nothing.start(found: nil, length: 7) == anew(.noRecord))
        var other = machine()
        #expect(other.start(found: try .fixture(durable: 40, path: "/other"), length: 50) == anew(.otherTarget))
        var short = machine()
        #expect(short.start(found: try .fixture(durable: 40), length: 39) == anew(.bytesMissing))
    }

    @Test("only what was durable is continued, and with a validator")
    func torn() throws {
        _ = try resuming()
    }

    @Test("a record of no bytes asks without range")
    func empty() throws {
        var machine = machine()
        let step = machine.start(found: try .fixture(durable: 0), length: 30)
        #expect(step == Step(next: .send(offset: 0, validator: nil)))
    }

    // MARK: The whole file

    @Test("a 200 to the first request is received up to its length")
    func firstWhole() {
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
        #expect(machine.responded(whole(3)) == Step(effects: [.discard], next: .receive))
        #expect(machine.total == 3)
        #expect(machine.received(3) == nil)
        #expect(machine.received(1) == .overrun(announced: 3))
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 3)))
    }

    @Test("a 200 to a range gives up what is here before it is received")
    func wholeInsteadOfPart() throws {
        var machine = try resuming()
        let step = machine.responded(whole(90, tag: "\"v2\""))
        #expect(step == Step(effects: [.report(.restarted(.wholeFile)), .discard], next: .receive))
        #expect(machine.position == 0)
        #expect(machine.total == 90)
        #expect(machine.record?.validator?.tag.text == "\"v2\"")
    }

    @Test("a body without length ends where it ends")
    func unknownLength() {
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
        #expect(machine.responded(head(200)) == Step(effects: [.discard], next: .receive))
        #expect(machine.received(7) == nil)
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 7)))
    }

    @Test("a body that ends before its length has been cut short, whatever the transport says")
    func shortBody() {
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
        _ = machine.responded(whole(10))
        _ = machine.received(9)
        let step = machine.ended(draw: 0)
        #expect(
            step
                == Step(
                    effects: [.report(.interrupted(at: 9, waiting: .zero)), .wait(.zero)],
                    next: .send(offset: 9, validator: tag)))
    }

    @Test("an encoded body has no length, no wire count and no second part")
    func encoded() {
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
        let fields: HTTPFields = [.contentLength: "5", .eTag: "\"v1\"", .contentEncoding: "gzip"]
        #expect(machine.responded(head(200, fields)) == Step(effects: [.discard], next: .receive))
        #expect(machine.total == nil && machine.record == nil && machine.isEncoded)
        #expect(machine.received(50) == nil)
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 50)))
    }

    @Test("identity is no encoding")
    func identity() {
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
        _ = machine.responded(head(200, [.contentLength: "5", .eTag: "\"v1\"", .contentEncoding: "identity"]))
        #expect(machine.total == 5 && machine.record != nil && !machine.isEncoded)
    }

    // MARK: A part

    @Test("the part that was asked for is received to its end")
    func expectedPart() throws {
        var machine = try resuming()
        #expect(
            machine.responded(part("bytes 40-99/100")) == Step(effects: [.report(.resumed(from: 40))], next: .receive))
        #expect(machine.received(60) == nil)
        #expect(machine.received(1) == .overrun(announced: 100))
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 100)))
    }

    @Test("a shorter part than the rest is followed by the next")
    func shorterPart() throws {
        var machine = try resuming()
        _ = machine.responded(part("bytes 40-59/100"))
        #expect(machine.received(21) == .overrun(announced: 60))
        #expect(machine.received(20) == nil)
        #expect(machine.ended(draw: 0) == Step(next: .send(offset: 60, validator: tag)))
    }

    @Test(
        "where no total is known, only a 416 that names the same version is the end of the file",
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
        #expect(machine.responded(head(416, fields)) == (isEnd ? Step(next: .publish(length: 60)) : anew(.outOfRange)))
    }

    @Test("a part of another version, or of one that is not named, is refused", arguments: ["\"v2\"", "W/\"v1\"", nil])
    func otherVersion(tag: String?) throws {
        var machine = try resuming()
        #expect(machine.responded(part("bytes 40-99/100", tag: tag)) == anew(.otherVersion))
        #expect(machine.record == nil)
    }

    @Test(
        "a part that lies elsewhere, contradicts the total or can't be read is refused",
        arguments: [
            "bytes 0-99/100", "bytes 41-99/100", "bytes 39-99/100", "bytes 40-99/101", "bytes 40-100/*",
            "items 40-99/100",
            "bytes */100", "40-99/100",
        ])
    func otherRange(range: String) throws {
        var machine = try resuming()
        #expect(machine.responded(part(range)) == anew(.otherRange))
    }

    @Test("a part whose length contradicts its range, and one without range, are refused")
    func contradiction() throws {
        var machine = try resuming()
        #expect(machine.responded(part("bytes 40-99/100", [.contentLength: "61"])) == anew(.otherRange))
        var missing = try resuming()
        #expect(missing.responded(head(206, [.eTag: "\"v1\""])) == anew(.otherRange))
    }

    @Test("a part of an encoded body is refused")
    func encodedPart() throws {
        var machine = try resuming()
        #expect(machine.responded(part("bytes 40-99/100", [.contentEncoding: "gzip"])) == anew(.encoded))
    }

    @Test(
        "a part that nobody asked for is an error, and so is success without a file", arguments: [201, 202, 204, 206])
    func unasked(status: Int) {
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
        #expect(
            machine.responded(head(status, [.contentRange: "bytes 0-9/10"]))
                == Step(next: .fail(.download(.unexpectedResponse(status: status)))))
    }

    // MARK: Nothing behind the bytes

    @Test("a 416 that names the length that is here finds the file complete")
    func complete() throws {
        var machine = machine()
        _ = machine.start(found: try .fixture(durable: 100, total: 100), length: 100)
        #expect(machine.responded(head(416, [.contentRange: "bytes */100"])) == Step(next: .publish(length: 100)))
    }

    @Test(
        "any other 416 gives up what is here",
        arguments: [[:], [.contentRange: "bytes */39"], [.contentRange: "bytes */40"], [.contentRange: "bytes 0-9/40"]]
            as [HTTPFields])
    func outOfRange(fields: HTTPFields) throws {
        var machine = try resuming()
        #expect(machine.responded(head(416, fields)) == anew(.outOfRange))
    }

    @Test("a 416 of another version does not complete this one")
    func otherComplete() throws {
        var machine = machine()
        _ = machine.start(found: try .fixture(durable: 100, total: 100), length: 100)
        let response = head(416, [.contentRange: "bytes */100", .eTag: "\"v2\""])
        #expect(machine.responded(response) == anew(.outOfRange))
    }

    @Test("a 416 to a request without range is the server's refusal")
    func refusal() {
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
        #expect(machine.responded(head(416)) == Step(next: .fail(.status(HTTPFailure(status: 416)))))
    }
}

extension DownloadMachine {
    /// The head comes from the resource that was asked for.
    mutating func responded(_ head: HTTPResponse) -> Step { responded(head, from: .fixture) }
}

extension RequestTarget {
    static var fixture: RequestTarget { RequestTarget(scheme: "https", authority: "api.example.com", path: "/file") }
}
