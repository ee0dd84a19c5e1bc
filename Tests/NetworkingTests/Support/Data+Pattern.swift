import Foundation

extension Data {
    /// `count` bytes in which no two pieces of a stream look alike: the period, 251, divides no usual piece size.
    static func pattern(_ count: Int) -> Data {
        let period = Data(0...250)
        var bytes = Data(capacity: count + period.count)
        while bytes.count < count { bytes.append(period) }
        return bytes.prefix(count)
    }
}
