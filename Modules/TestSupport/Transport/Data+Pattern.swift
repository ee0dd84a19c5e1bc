public import Foundation

extension Data {
    /// `count` bytes of which a missing, doubled or swapped piece shows: the period, 251, divides no usual piece size.
    public static func pattern(_ count: Int) -> Data {
        let period = Data(0...250)
        var bytes = Data(capacity: count + period.count)
        while bytes.count < count { bytes.append(period) }
        return bytes.prefix(count)
    }
}
