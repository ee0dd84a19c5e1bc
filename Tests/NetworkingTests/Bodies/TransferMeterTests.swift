import Testing

@testable import Networking

@Suite("Transfer meter")
struct TransferMeterTests {
    @Test("a meter without measurements reports neither rate nor remaining time")
    func beginning() {
        var meter = TransferMeter(total: 100, at: .zero)
        #expect(meter.progress == TransferProgress(completed: 0, total: 100, transferred: 0))
        meter.moved(50, at: .milliseconds(99))
        #expect(meter.progress.bytesPerSecond == nil && meter.progress.remaining == nil)
        #expect(meter.progress.fraction == 0.5)
    }

    @Test("a meter reports the rate and the remaining time at that rate")
    func rate() {
        var meter = TransferMeter(total: 1_000, at: .zero)
        for second in 1...5 { meter.moved(100, at: .seconds(second)) }
        #expect(meter.progress.bytesPerSecond == 100)
        #expect(meter.progress.remaining == .seconds(5))
    }

    @Test("one slow second after ten fast ones changes the rate by less than a third of the difference")
    func smoothing() throws {
        var meter = TransferMeter(total: nil, at: .zero)
        for second in 1...10 { meter.moved(1_000, at: .seconds(second)) }
        meter.moved(0, at: .seconds(11))
        let rate = try #require(meter.progress.bytesPerSecond)
        #expect(rate > 667 && rate < 1_000)
        for second in 12...40 { meter.moved(0, at: .seconds(second)) }
        #expect(try #require(meter.progress.bytesPerSecond) < 1)
    }

    @Test("a meter reports no remaining time while the total is unknown or no bytes move")
    func unknown() {
        var meter = TransferMeter(total: nil, at: .zero)
        meter.moved(1_000, at: .seconds(1))
        #expect(meter.progress.remaining == nil && meter.progress.fraction == nil)
        meter.total = 2_000
        #expect(meter.progress.remaining == .seconds(1))
        for second in 2...60 { meter.moved(0, at: .seconds(second)) }
        #expect(meter.progress.remaining == nil)
    }

    @Test("a meter never goes back: a restarted transfer pauses until it has caught up")
    func restart() {
        var meter = TransferMeter(total: 100, at: .zero)
        meter.moved(60, at: .seconds(1))
        meter.restarted()
        #expect(meter.progress.completed == 60)
        meter.moved(40, at: .seconds(2))
        #expect(meter.progress.completed == 60)
        #expect(meter.progress.transferred == 100)
        #expect(meter.progress.restarts == 1)
        // The remaining bytes are counted from the transfer's real position.
        #expect((meter.progress.remaining ?? .zero) > .seconds(1))
        meter.moved(60, at: .seconds(3))
        #expect(meter.progress.completed == 100)
    }

    @Test("bytes from an earlier run count as done but not towards the rate")
    func resumed() {
        var meter = TransferMeter(position: 900, total: 1_000, at: .zero)
        meter.moved(10, at: .seconds(1))
        #expect(meter.progress.completed == 910)
        #expect(meter.progress.transferred == 10)
        #expect(meter.progress.bytesPerSecond == 10)
        #expect(meter.progress.remaining == .seconds(9))
    }

    @Test("a meter reports no bytes on the wire for an encoded body, because it counts decoded bytes")
    func encoded() {
        var meter = TransferMeter(total: nil, at: .zero)
        meter.isEncoded = true
        meter.moved(10, at: .seconds(1))
        #expect(meter.progress.completed == 10)
        #expect(meter.progress.transferred == nil)
    }

    @Test("a meter reports at most once per interval")
    func interval() {
        var meter = TransferMeter(total: nil, at: .zero)
        let said = (0..<100).filter { meter.progress(every: .milliseconds(50), at: .milliseconds($0)) != nil }
        #expect(said == [0, 50])
    }
}
