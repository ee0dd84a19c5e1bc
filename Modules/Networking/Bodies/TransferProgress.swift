import Foundation

/// The progress of an upload or a download at one moment.
public struct TransferProgress: Sendable, Hashable {
    /// Decoded bytes of the whole content so far; a download counts the bytes in its file. Never decreases: if a
    /// transfer restarts, this number stays the same until the transfer has caught up.
    public let completed: Int64
    /// The length of the whole content in bytes; `nil` while it is unknown.
    public let total: Int64?
    /// Bytes of the body that this transfer sent or received, repeated bytes included and an earlier run's bytes
    /// excluded. `nil` for an encoded body, of which only the decoded bytes can be counted.
    public let transferred: Int64?
    /// The rate, smoothed over about three seconds; `nil` before the first measurement.
    public let bytesPerSecond: Double?
    /// The estimated time until the end; `nil` while the total or the rate is unknown.
    public let remaining: Duration?
    /// How many times the transfer had to start again from the first byte.
    public let restarts: Int

    /// Creates a progress value from its parts.
    public init(
        completed: Int64, total: Int64?, transferred: Int64? = nil, bytesPerSecond: Double? = nil,
        remaining: Duration? = nil, restarts: Int = 0
    ) {
        self.completed = completed
        self.total = total
        self.transferred = transferred
        self.bytesPerSecond = bytesPerSecond
        self.remaining = remaining
        self.restarts = restarts
    }

    /// The sum of transfers that run at the same time, of which some may be complete already.
    public init(sumOf parts: [TransferProgress]) {
        func sum(_ counts: [Int64?]) -> Int64? { counts.contains(nil) ? nil : counts.compactMap(\.self).reduce(0, +) }
        let (completed, total) = (parts.map(\.completed).reduce(0, +), sum(parts.map(\.total)))
        let rates = parts.filter { !$0.isComplete }.compactMap(\.bytesPerSecond)
        let rate = rates.isEmpty ? nil : rates.reduce(0, +)
        self.init(
            completed: completed, total: total, transferred: sum(parts.map(\.transferred)), bytesPerSecond: rate,
            remaining: Self.remaining(total.map { $0 - completed }, at: rate),
            restarts: parts.map(\.restarts).reduce(0, +))
    }

    /// Whether all bytes have been transferred.
    public var isComplete: Bool { completed == total }

    /// `nil` at a rate near zero, because the time would be absurdly long.
    fileprivate static func remaining(_ bytes: Int64?, at rate: Double?) -> Duration? {
        guard let bytes, let rate, rate >= 1 else { return nil }
        return .seconds(Double(bytes) / rate)
    }

    /// The completed part of the total, in `0 ... 1`; `nil` while the total is unknown.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }
}

/// Computes ``TransferProgress`` from the bytes of a transfer, which may stall, be interrupted and restart.
package struct TransferMeter: Sendable {
    /// The length of the whole content in bytes; `nil` while it is unknown.
    package var total: Int64?
    /// Whether `moved` counts decoded bytes instead of the bytes on the wire.
    package var isEncoded = false

    /// The current position, and the furthest position so far.
    private var position: Int64
    private var furthest: Int64
    private var transferred: Int64 = 0
    private var restarts = 0

    private var rate: Double?
    /// The state at the last sample of the rate.
    private var sampled: (monotonicTime: Duration, transferred: Int64)
    private var lastReport: Duration?

    /// The least time between two samples: shorter ones would depend mostly on when single chunks arrive.
    private static var sampleInterval: Duration { .milliseconds(100) }
    /// In seconds; the weight of a sample falls to 1/e in this time.
    private static var memory: Double { 3 }

    /// - Parameter position: the bytes that an earlier run has transferred.
    package init(position: Int64 = 0, total: Int64?, at monotonicTime: Duration) {
        self.position = position
        furthest = position
        self.total = total
        sampled = (monotonicTime, 0)
    }

    /// Adds `count` transferred bytes.
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

    /// Restarts the transfer at its first byte.
    package mutating func restarted() {
        position = 0
        restarts += 1
    }

    /// Continues at another position, because the other side has not kept all bytes.
    package mutating func resumed(at position: Int64) {
        self.position = position
        furthest = max(furthest, position)
    }

    /// The progress at this moment.
    var progress: TransferProgress {
        TransferProgress(
            completed: total.map { min($0, furthest) } ?? furthest, total: total,
            transferred: isEncoded ? nil : transferred, bytesPerSecond: rate,
            remaining: TransferProgress.remaining(total.map { max(0, $0 - position) }, at: rate), restarts: restarts)
    }

    /// The progress of a finished transfer.
    package func progress(finishedAt length: Int64) -> TransferProgress {
        TransferProgress(
            completed: length, total: length, transferred: isEncoded ? nil : transferred, bytesPerSecond: rate,
            remaining: .zero, restarts: restarts)
    }

    /// The progress at this moment; `nil` if this method returned one within the last `interval`, because chunks arrive
    /// faster than a user can read.
    package mutating func progress(every interval: Duration, at monotonicTime: Duration) -> TransferProgress? {
        if let lastReport, monotonicTime - lastReport < interval { return nil }
        lastReport = monotonicTime
        return progress
    }
}
