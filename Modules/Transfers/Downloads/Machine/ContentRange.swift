/// A Content-Range field in bytes (RFC 9110 section 14.4).
enum ContentRange: Sendable, Equatable {
    /// Both ends inclusive; the total is `nil` if the server does not know it.
    case part(first: Int64, last: Int64, total: Int64?)
    /// The field of a 416: the requested range is outside a file of this length.
    case unsatisfied(total: Int64)

    /// Returns `nil` for a unit other than bytes, and for numbers that contradict each other.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        if sides[0] == "*" {
            guard let total = Self.number(sides[1]) else { return nil }
            self = .unsatisfied(total: total)
            return
        }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < .max
        else { return nil }
        var total: Int64?
        if sides[1] != "*" {
            guard let number = Self.number(sides[1]), last < number else { return nil }
            total = number
        }
        self = .part(first: first, last: last, total: total)
    }

    /// Reads digits only; a sign or a space is invalid.
    static func number(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
