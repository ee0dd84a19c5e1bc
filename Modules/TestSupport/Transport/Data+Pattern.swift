public import Foundation

extension Data {
    /// `count` bytes in which a missing, repeated or swapped chunk is detectable: the period, 251, divides no common
    /// chunk size.
    public static func pattern(_ count: Int) -> Data {
        let period = Data(0...250)
        var bytes = Data(capacity: count + period.count)
        while bytes.count < count { bytes.append(period) }
        return bytes.prefix(count)
    }
}
