import HTTPTypes
import Networking
import TestSupport
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
        var machine = machine()
        _ = machine.start(found: nil, length: 0)
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
            #expect(
                machine.lost(lost, draw: 0.5)
                    == Step(
                        effects: [.report(.interrupted(at: 40, waiting: .seconds(delay))), .wait(.seconds(delay))],
                        next: .send(offset: 40, validator: tag)))
        }
        #expect(
            machine.lost(lost, draw: 0.5) == Step(effects: [.report(.gaveUp(tries: 4))], next: .fail(lost.cause)))
    }

    @Test("a new byte resets the number of attempts")
    func progress() throws {
        var machine = try resuming { $0.triesWithoutProgress = 1 }
        for position in 41...99 as ClosedRange<Int64> {
            _ = machine.responded(part("bytes \(position - 1)-99/100"))
            #expect(machine.received(1) == nil)
            #expect(machine.lost(lost, draw: 0).next == .send(offset: position, validator: tag))
        }
    }

    @Test("a download that can't be continued restarts, and bytes that it had before don't count as progress")
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

    @Test("a download that restarts too often fails, even if each attempt receives more bytes")
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
