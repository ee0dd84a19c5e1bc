package import Foundation

extension ServerCertificate {
    /// Why the certificate is not valid.
    package enum Lapse {
        case expired, early, unreadable
    }

    /// Why the certificate is not valid at `moment`; `nil` if it is valid.
    package func lapse(at moment: Date) -> Lapse? {
        guard let dates = validity.children, dates.count == 2, let start = Self.date(dates[0]),
            let end = Self.date(dates[1])
        else { return .unreadable }
        if moment > end { return .expired }
        return moment < start ? .early : nil
    }

    /// Reads the two formats of RFC 5280 section 4.1.2.5, which contain seconds and end with `Z`.
    private static func date(_ element: DERElement) -> Date? {
        guard element.content.last == UInt8(ascii: "Z") else { return nil }
        var digits = element.content.dropLast().map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        switch (element.tag, digits.count) {
        // UTCTime has a year of two digits.
        case (0x17, 12): digits = (digits[0] < 5 ? [2, 0] : [1, 9]) + digits
        case (0x18, 14): break
        default: return nil
        }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        var parts = DateComponents()
        parts.calendar = Calendar(identifier: .gregorian)
        parts.timeZone = .gmt
        (parts.year, parts.month, parts.day) = (number(0..<4), number(4..<6), number(6..<8))
        (parts.hour, parts.minute, parts.second) = (number(8..<10), number(10..<12), number(12..<14))
        return parts.date
    }
}
