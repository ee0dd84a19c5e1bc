import Foundation
import Synchronization

/// Counts events by key in fixed windows of time. The counts are in memory and end with the process.
final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Window {
        var count: Int
        let end: Date
    }

    private let windows = Mutex<[Key: Window]>([:])
    private let length: TimeInterval
    private let now: @Sendable () -> Date

    /// - Parameter length: the length of a window, which begins with its first event, in whole seconds.
    init(window length: Duration, now: @escaping @Sendable () -> Date) {
        self.length = TimeInterval(length.components.seconds)
        self.now = now
    }

    /// The seconds until all windows that have reached their limit end; `nil` if none has reached it.
    func retryAfter(_ keys: [(key: Key, limit: Int)]) -> Int? {
        let moment = now()
        return windows.withLock { windows in
            keys.compactMap { key, limit in retryAfter(windows[key], limit, at: moment) }.max()
        }
    }

    /// Counts one event for each of the keys.
    func count(_ keys: [Key]) {
        let moment = now()
        windows.withLock { windows in
            for key in keys { count(key, in: &windows, at: moment) }
        }
    }

    /// Counts an event and returns `nil`. If the limit is reached, counts nothing, and returns the seconds until the
    /// window ends.
    func admit(_ key: Key, limit: Int) -> Int? {
        let moment = now()
        return windows.withLock { windows in
            if let seconds = retryAfter(windows[key], limit, at: moment) { return seconds }
            count(key, in: &windows, at: moment)
            return nil
        }
    }

    private func retryAfter(_ window: Window?, _ limit: Int, at moment: Date) -> Int? {
        guard let window = current(window, at: moment), window.count >= limit else { return nil }
        return max(1, Int(window.end.timeIntervalSince(moment).rounded(.up)))
    }

    private func count(_ key: Key, in windows: inout [Key: Window], at moment: Date) {
        if let window = current(windows[key], at: moment) {
            windows[key] = Window(count: window.count + 1, end: window.end)
        } else {
            makeRoom(in: &windows, at: moment)
            windows[key] = Window(count: 1, end: moment.addingTimeInterval(length))
        }
    }

    /// Clients choose the keys, so the number of keys is limited.
    private func makeRoom(in windows: inout [Key: Window], at moment: Date) {
        guard windows.count >= Self.capacity else { return }
        windows = windows.filter { current($0.value, at: moment) != nil }
        guard windows.count >= Self.capacity else { return }
        if let oldest = windows.min(by: { $0.value.end < $1.value.end }) { windows[oldest.key] = nil }
    }

    /// The window; `nil` after its end. A window that ends too late began before the clock was set back, and counts as
    /// ended.
    private func current(_ window: Window?, at moment: Date) -> Window? {
        window.flatMap { $0.end > moment && $0.end <= moment.addingTimeInterval(length) ? $0 : nil }
    }

    static var capacity: Int { 10_000 }
}
