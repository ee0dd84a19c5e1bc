import Foundation

/// Parses dates of structured fields (RFC 9651 section 3.3.7): `@` and seconds since the epoch.
enum StructuredDate {
    /// The date of an item, without its parameters; `nil` if the text is not a date.
    static func parse(_ text: String) -> Date? {
        let item = text.prefix { $0 != ";" }.drop { $0 == " " }
        guard item.first == "@" else { return nil }
        let number = item.dropFirst()
        let digits = number.hasPrefix("-") ? number.dropFirst() : number
        guard (1...15).contains(digits.count), digits.allSatisfy(\.isASCIIDigit), let seconds = Int64(number) else {
            return nil
        }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
