import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import Transfers

/// What becomes of a download whose answer fails or breaks off.
extension DownloadMachineTests {
    @Test("before the first answer an error is final: the chain has decided about it")
    func beforeResponse() throws {
        var machine = try resuming()
        #expect(machine.lost(lost, draw: 0.5) == Step(next: .fail(lost.cause)))
        #expect(machine.record != nil)
    }

    @Test("an error that no repetition mends is final", arguments: [.cancelled, .loggedOut] as [NetworkError.Cause])
    func final(cause: NetworkError.Cause) {
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
        _ = machine.responded(whole())
        #expect(machine.lost(.fixture(cause), draw: 0.5) == Step(next: .fail(cause)))
    }

    @Test("waits grow with full jitter up to the longest, and the last try is final")
    func backoff() throws {
        var machine = try resuming { policy in
            policy.triesWithoutProgress = 4
            policy.baseDelay = .seconds(2)
            policy.longestDelay = .seconds(9)
        }
        _ = machine.responded(part("bytes 40-99/100"))
        for delay in [1, 2, 4, 4.5] as [Double] {
            #expect(
                machine.lost(lost, draw: 0.5)
                    == Step(
                        effects: [.report(.interrupted(at: 40, waiting: .seconds(delay))), .wait(.seconds(delay))],
                        next: .send(offset: 40, validator: tag)))
        }
        #expect(
            machine.lost(lost, draw: 0.5) == Step(effects: [.report(.gaveUp(tries: 4))], next: .fail(lost.cause)))
    }

    @Test("a byte that was not here before begins the count anew")
    func progress() throws {
        var machine = try resuming { $0.triesWithoutProgress = 1 }
        for position in 41...99 as ClosedRange<Int64> {
            _ = machine.responded(part("bytes \(position - 1)-99/100"))
            #expect(machine.received(1) == nil)
            #expect(machine.lost(lost, draw: 0).next == .send(offset: position, validator: tag))
        }
    }

    @Test("what can't be continued begins anew, and bytes that were here before are no progress")
    func notResumable() {
        var machine = machine { $0.triesWithoutProgress = 1 }
        _ = machine.start(found: nil, length: 0)
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

    @Test("a file that begins anew too often is given up, even where each time brings more")
    func restarts() {
        var machine = machine { $0.restarts = 2 }
        _ = machine.start(found: nil, length: 0)
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
