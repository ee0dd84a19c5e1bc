import Foundation

/// How long ago something happened, in the largest whole unit, such as `3 minutes ago`.
struct Age: CustomStringConvertible {
    /// Negative if the wall clock was set back in the meantime.
    let seconds: TimeInterval

    var description: String {
        let units: [(TimeInterval, String)] = [(86_400, "day"), (3_600, "hour"), (60, "minute")]
        guard let (length, name) = units.first(where: { seconds >= $0.0 }) else {
            return seconds >= 0 ? "less than a minute ago" : "in the future by this machine's clock"
        }
        let count = Int(min(seconds / length, 1e9))
        return "\(count) \(name)\(count == 1 ? "" : "s") ago"
    }
}
