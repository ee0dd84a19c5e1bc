import Foundation

/// An IP address, independent of its spelling: `127.1`, `2130706433` and `::ffff:127.0.0.1` are all `127.0.0.1`.
///
/// Resolvers accept every form that `inet_aton` reads. All spellings reach the same server, so a rule for one spelling
/// must apply to all of them.
package struct IPAddress: Sendable, Hashable {
    /// The bytes in network order: 4 for IPv4, 16 for IPv6. An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) has
    /// 4.
    package let bytes: [UInt8]

    /// `nil` for a host name.
    ///
    /// - Parameter text: an IPv6 address without brackets and zone.
    package init?(_ text: String) {
        if text.utf8.contains(UInt8(ascii: ":")) {
            guard let bytes = Self.version6(text) else { return nil }
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [0xFF, 0xFF]
            self.bytes = isMapped ? Array(bytes[12...]) : bytes
        } else {
            guard let bytes = Self.version4(text) else { return nil }
            self.bytes = bytes
        }
    }

    private static func version6(_ text: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
    }

    /// Reads one to four numbers; the last one fills all remaining bytes.
    private static func version4(_ text: String) -> [UInt8]? {
        // A fast path, because every request needs this and nearly every host is a name.
        guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { number($0) }
        guard parts.count <= 4, numbers.count == parts.count, let last = numbers.last else { return nil }
        let leading = numbers.dropLast()
        let rest = 4 - leading.count
        guard leading.allSatisfy({ $0 <= 0xFF }), UInt64(last) < 1 << (8 * UInt64(rest)) else { return nil }
        return leading.map { UInt8($0) } + (0..<rest).reversed().map { UInt8(truncatingIfNeeded: last >> (8 * $0)) }
    }

    /// Reads a decimal number, an octal one after `0`, or a hexadecimal one after `0x`.
    private static func number(_ text: Substring.UTF8View) -> UInt32? {
        var digits = text
        var radix: UInt32 = 10
        if digits.count > 1, digits.first == UInt8(ascii: "0") {
            digits.removeFirst()
            radix = 8
            if digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X") {
                digits.removeFirst()
                radix = 16
            }
        }
        guard !digits.isEmpty else { return nil }
        var number: UInt32 = 0
        for byte in digits {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(UInt32(digit))
            guard !overflow, !carry else { return nil }
            number = sum
        }
        return number
    }
}

extension IPAddress: CustomStringConvertible {
    /// The address as four decimal numbers, or for IPv6 in the form of RFC 5952.
    package var description: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
