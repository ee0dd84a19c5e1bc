import Foundation

/// Makes ``TransferProgress`` of the raw course of a transfer, which may stand still, break off and begin anew.
package struct TransferMeter: Sendable {
    /// `nil` while nobody knows.
    package var total: Int64?
    /// Whether `moved` counts other bytes than the wire.
    package var isEncoded = false

    /// Where the transfer is, and the furthest that it has been.
    private var position: Int64
    private var furthest: Int64
    private var transferred: Int64 = 0
    private var restarts = 0

    private var rate: Double?
    /// What the rate has been told of.
    private var sampled: (monotonicTime: Duration, transferred: Int64)
    private var said: Duration?

    /// Below it, a rate is mostly the chance of when a piece came.
    private static var sampleInterval: Duration { .milliseconds(100) }
    /// The weight of a sample falls to 1/e in this time.
    private static var memory: Double { 3 }

    /// - Parameter position: what an earlier run has done already.
    package init(position: Int64 = 0, total: Int64?, at monotonicTime: Duration) {
        self.position = position
        furthest = position
        self.total = total
        sampled = (monotonicTime, 0)
    }

    /// So many bytes more have gone.
    package mutating func moved(_ count: Int, at monotonicTime: Duration) {
        position += Int64(count)
        transferred += Int64(count)
        furthest = max(furthest, position)
        let elapsed = monotonicTime - sampled.monotonicTime
        guard elapsed >= Self.sampleInterval else { return }
        let seconds = elapsed / .seconds(1)
        let sample = Double(transferred - sampled.transferred) / seconds
        rate = rate.map { sample + ($0 - sample) * exp(-seconds / Self.memory) } ?? sample
        sampled = (monotonicTime, transferred)
    }

    /// What has gone is given up, and the transfer begins at its first byte.
    package mutating func restarted() {
        position = 0
        restarts += 1
    }

    /// The transfer at this moment.
    var progress: TransferProgress {
        let left = total.map { max(0, $0 - position) }
        var remaining: Duration?
        // A rate that has all but died gives times that nobody wants to read.
        if let left, let rate, rate >= 1 { remaining = .seconds(Double(left) / rate) }
        return TransferProgress(
            completed: total.map { min($0, furthest) } ?? furthest, total: total,
            transferred: isEncoded ? nil : transferred, bytesPerSecond: rate, remaining: remaining, restarts: restarts)
    }

    /// The last moment: all is here, and nothing else can be.
    package func progress(finishedAt length: Int64) -> TransferProgress {
        TransferProgress(
            completed: length, total: length, transferred: isEncoded ? nil : transferred, bytesPerSecond: rate,
            remaining: .zero, restarts: restarts)
    }

    /// The transfer at this moment, unless one was taken within the last `interval`: nobody reads as often as pieces come.
    package mutating func progress(every interval: Duration, at monotonicTime: Duration) -> TransferProgress? {
        if let said, monotonicTime - said < interval { return nil }
        said = monotonicTime
        return progress
    }
}
