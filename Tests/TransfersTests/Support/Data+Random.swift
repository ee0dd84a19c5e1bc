import Foundation
import Primitives

extension Data {
    /// Bytes without repetition, so that a misplaced part is detected.
    static func random(_ count: Int, from random: any RandomSource) -> Data {
        var bytes = Data(capacity: count + 8)
        while bytes.count < count { Swift.withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) } }
        return bytes.prefix(count)
    }
}
