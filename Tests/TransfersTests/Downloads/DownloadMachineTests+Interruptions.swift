import EngineTestSupport
import HTTPTypes
import Networking
import Testing

@testable import Transfers

/// Downloads whose response fails or is interrupted.
extension DownloadMachineTests {
    @Test("an error before the first response is final, because the chain has already retried")
    func beforeResponse() throws {
        var machine = try resuming()
        #expect(machine.lost(lost, draw: 0.5) == Step(next: .fail(lost.cause)))
        #expect(machine.record != nil)
    }

    @Test("an error that no retry can fix is final", arguments: [.cancelled, .loggedOut] as [NetworkError.Cause])
    func final(cause: NetworkError.Cause) {
        var machine = fresh()
        _ = machine.responded(whole())
        #expect(machine.lost(.fixture(cause), draw: 0.5) == Step(next: .fail(cause)))
    }

    @Test("delays grow with full jitter up to the maximum, and the error of the last attempt is final")
    func backoff() throws {
        var machine = try resuming { policy in
            policy.triesWithoutProgress = 4
            policy.baseDelay = .seconds(2)
            policy.longestDelay = .seconds(9)
        }
        _ = machine.responded(part("bytes 40-99/100"))
        for delay in [1, 2, 4, 4.5] as [Double] {
            #expect(machine.lost(lost, draw: 0.5) == pause(delay, at: 40))
        }
        #expect(
            machine.lost(lost, draw: 0.5) == Step(effects: [.report(.gaveUp(tries: 4))], next: .fail(lost.cause)))
    }

    @Test("a download that can't be continued restarts, and bytes that it had before don't count as progress")
    func notResumable() {
        var machine = fresh { $0.triesWithoutProgress = 1 }
        _ = machine.responded(whole(tag: "W/\"v1\""))
        _ = machine.received(50)
        let step = machine.lost(lost, draw: 0)
        #expect(
            step
                == Step(
                    effects: [
                        .report(.interrupted(at: 50, waiting: .zero)), .wait(.zero),
                        .report(.restarted(.notResumable)),
                    ], next: .send(offset: 0, validator: nil)))
        _ = machine.responded(whole(tag: "W/\"v1\""))
        _ = machine.received(50)
        #expect(machine.lost(lost, draw: 0).next == .fail(lost.cause))
    }

    @Test("a download that restarts too often fails, even if each attempt receives more bytes")
    func restarts() {
        var machine = fresh { $0.restarts = 2 }
        for count in 1...2 {
            _ = machine.responded(whole(tag: nil))
            _ = machine.received(count)
            #expect(machine.lost(lost, draw: 0).next == .send(offset: 0, validator: nil))
        }
        _ = machine.responded(whole(tag: nil))
        _ = machine.received(3)
        #expect(machine.lost(lost, draw: 0).next == .fail(.download(.restartedTooOften(2))))
    }
}

/// What one response has announced for the next ones, and what only another resource has announced.
extension DownloadMachineTests {
    @Test(
        "an announced length applies to the next response without one, unless that is another version",
        arguments: [("\"v1\"", "\"v1\""), (nil, nil), ("\"v1\"", nil), (nil, "\"v1\""), ("W/\"v1\"", "W/\"v1\"")])
    func announcedLength(first: String?, second: String?) {
        var machine = fresh { $0.triesWithoutProgress = 1 }
        _ = machine.responded(whole(100, tag: first))
        _ = machine.received(40)
        _ = machine.lost(lost, draw: 0)
        var fields = HTTPFields()
        fields[.eTag] = second
        _ = machine.responded(head(200, fields))
        #expect(machine.total == 100)
        #expect(machine.received(60) == nil)
        #expect(machine.received(41) == .overrun(announced: 100))
        let step = machine.ended(draw: 0)
        #expect(step.next != .publish(length: 60), "60 bytes are not the file")
        _ = machine.responded(head(200, fields))
        #expect(machine.received(100) == nil)
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 100)))
    }

    @Test("a length announced for one version does not apply to another")
    func otherVersionWithoutLength() {
        var machine = fresh()
        _ = machine.responded(whole(100))
        _ = machine.received(40)
        _ = machine.lost(lost, draw: 0)
        _ = machine.responded(head(200, [.eTag: "\"v2\""]))
        #expect(machine.received(60) == nil)
        #expect(machine.ended(draw: 0) == Step(next: .publish(length: 60)))
    }

    @Test("a length announced to an earlier run applies too")
    func recordedLength() throws {
        var machine = try resuming()
        _ = machine.responded(head(200, [.eTag: "\"v1\""]))
        _ = machine.received(60)
        #expect(machine.ended(draw: 0).next == .send(offset: 60, validator: tag))
    }

    @Test("a part or a 416 from another resource is rejected, even if the tag is the same")
    func otherResource() throws {
        let mirror = RequestTarget(scheme: "https", authority: "mirror.example", path: "/file")
        var resumed = try resuming()
        #expect(resumed.responded(part("bytes 40-99/100"), from: mirror) == startsOver(.otherVersion))
        var unknown = machine()
        _ = unknown.start(found: try .fixture(durable: 40), length: 40)
        let end = head(416, [.contentRange: "bytes */40", .eTag: "\"v1\""])
        #expect(unknown.responded(end, from: mirror) == startsOver(.outOfRange))
        var nameless = try resuming()
        #expect(nameless.responded(part("bytes 40-99/100"), from: nil) == startsOver(.otherVersion))
    }

    @Test("bytes from another resource are requested again without that resource's tag")
    func foreignValidator() {
        let mirror = RequestTarget(scheme: "https", authority: "mirror.example", path: "/file")
        var machine = fresh()
        _ = machine.responded(whole(), from: mirror)
        _ = machine.received(40)
        #expect(machine.lost(lost, draw: 0).next == .send(offset: 40, validator: nil))
        #expect(
            machine.responded(part("bytes 40-99/100"), from: mirror)
                == Step(effects: [.report(.resumed(from: 40))], next: .receive))
    }

    @Test("very short parts are requested more and more slowly, and long parts at once")
    func shortParts() {
        var machine = fresh { policy in
            policy.baseDelay = .seconds(2)
            policy.longestDelay = .seconds(9)
        }
        let total = 1_000_000
        _ = machine.responded(whole(total))
        _ = machine.received(100_000)
        _ = machine.lost(lost, draw: 0)
        for delay in [nil, 1, 2, 4, 4.5, 4.5, 4.5] as [Double?] {
            let (first, next) = (machine.position, machine.position + 10)
            _ = machine.responded(part("bytes \(first)-\(next - 1)/\(total)"))
            _ = machine.received(10)
            let step = delay.map { pause($0, at: next) } ?? Step(next: .send(offset: next, validator: tag))
            #expect(machine.ended(draw: 0.5) == step)
        }
        let (first, next) = (machine.position, machine.position + 100_000)
        _ = machine.responded(part("bytes \(first)-\(next - 1)/\(total)"))
        _ = machine.received(100_000)
        #expect(machine.ended(draw: 0.5) == Step(next: .send(offset: next, validator: tag)))
    }

    @Test("interruptions after a few bytes each lengthen the delay, and do not end the download")
    func fewBytes() throws {
        var machine = try resuming { policy in
            policy.triesWithoutProgress = 1
            policy.baseDelay = .seconds(2)
            policy.longestDelay = .seconds(9)
        }
        for (index, delay) in ([1, 2, 4, 4.5, 4.5] as [Double]).enumerated() {
            let position = Int64(40 + index)
            _ = machine.responded(part("bytes \(position)-99/100"))
            _ = machine.received(1)
            #expect(machine.lost(lost, draw: 0.5) == pause(delay, at: position + 1))
        }
    }
}
