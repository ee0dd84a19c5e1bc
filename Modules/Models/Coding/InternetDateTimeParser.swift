/// Parses RFC 3339's `date-time` (section 5.6) from UTF-8 bytes; ``InternetDateTime`` documents what is accepted.
///
/// Every part before the fraction has a fixed position, so the parser needs no cursor until byte 19.
enum InternetDateTimeParser {
    /// Seconds since 1970-01-01T00:00:00Z.
    static func secondsSince1970(in bytes: Span<UInt8>) throws(InternetDateTimeError) -> Double {
        let date = try date(in: bytes)
        guard bytes.count > 10 else { throw InternetDateTimeError(.unexpectedEnd(.timeSeparator), at: bytes.count) }
        switch bytes[10] {
        case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " "): break
        default: throw InternetDateTimeError(.unexpectedByte(.timeSeparator), at: 10)
        }
        let hour = try number(.hour, 0...23, at: 11, in: bytes)
        try expect(UInt8(ascii: ":"), as: .timeColon, at: 13, in: bytes)
        let minute = try number(.minute, 0...59, at: 14, in: bytes)
        try expect(UInt8(ascii: ":"), as: .timeColon, at: 16, in: bytes)
        let second = try number(.second, 0...60, at: 17, in: bytes)

        var index = 19
        let fraction = try fraction(in: bytes, index: &index)
        let offset = try offsetSeconds(in: bytes, index: &index)
        guard index == bytes.count else { throw InternetDateTimeError(.trailingBytes, at: index) }

        let seconds = date.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
        if second == 60, !followsLeapSecond(seconds) { throw InternetDateTimeError(.noLeapSecond, at: 17) }
        guard InternetDateTime.secondsSince1970.contains(Double(seconds)) else {
            throw InternetDateTimeError(.instantOutOfRange, at: 0)
        }
        // 9999-12-31T23:59:59.9999999Z, which some servers send for "never", must not round up to the year 10000.
        return min(Double(seconds) + fraction, InternetDateTime.secondsSince1970.upperBound.nextDown)
    }

    private static func date(in bytes: Span<UInt8>) throws(InternetDateTimeError) -> CivilDate {
        let century = try digitPair(.year, at: 0, in: bytes)
        let year = try century * 100 + digitPair(.year, at: 2, in: bytes)
        guard year > 0 else { throw InternetDateTimeError(.outOfRange(.year), at: 0) }
        try expect(UInt8(ascii: "-"), as: .dateSeparator, at: 4, in: bytes)
        let month = try number(.month, 1...12, at: 5, in: bytes)
        try expect(UInt8(ascii: "-"), as: .dateSeparator, at: 7, in: bytes)
        let day = try number(.day, 1...31, at: 8, in: bytes)
        guard day <= 28 || day <= CivilDate.daysInMonth(month, year: year) else {
            throw InternetDateTimeError(.noSuchDay, at: 8)
        }
        return CivilDate(year: year, month: month, day: day)
    }

    /// The second's fraction, 0 if there is none. Fifteen digits are exact in a `Double`. Later ones are checked but
    /// not used: except within a few seconds of 1970, they are smaller than the last bit of the instant.
    private static func fraction(
        in bytes: Span<UInt8>, index: inout Int
    ) throws(InternetDateTimeError) -> Double {
        guard index < bytes.count, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") else {
            return 0
        }
        index += 1
        let start = index
        var digits = 0.0
        var scale = 1.0
        while index < bytes.count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            if index - start < 15 {
                digits = digits * 10 + Double(digit)
                scale *= 10
            }
            index += 1
        }
        guard index > start else {
            let reason: InternetDateTimeError.Reason =
                index < bytes.count ? .unexpectedByte(.fraction) : .unexpectedEnd(.fraction)
            throw InternetDateTimeError(reason, at: index)
        }
        return digits / scale
    }

    /// Seconds east of UTC: `Z`, `±hh:mm`, `±hhmm` or `±hh`.
    private static func offsetSeconds(
        in bytes: Span<UInt8>, index: inout Int
    ) throws(InternetDateTimeError) -> Int {
        guard index < bytes.count else { throw InternetDateTimeError(.unexpectedEnd(.offset), at: index) }
        let sign: Int
        switch bytes[index] {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            index += 1
            return 0
        case UInt8(ascii: "+"): sign = 1
        case UInt8(ascii: "-"): sign = -1
        default: throw InternetDateTimeError(.unexpectedByte(.offset), at: index)
        }
        let hour = try number(.offsetHour, 0...23, at: index + 1, in: bytes)
        index += 3
        guard index < bytes.count else { return sign * hour * 3_600 }
        switch bytes[index] {
        case UInt8(ascii: ":"): index += 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"): break
        default: return sign * hour * 3_600
        }
        let minute = try number(.offsetMinute, 0...59, at: index, in: bytes)
        index += 2
        return sign * (hour * 3_600 + minute * 60)
    }

    /// Whether a leap second may precede this instant: midnight UTC on 1 July or 1 January.
    private static func followsLeapSecond(_ seconds: Int) -> Bool {
        guard seconds % 86_400 == 0 else { return false }
        let next = CivilDate(daysSince1970: seconds / 86_400)
        return next.day == 1 && (next.month == 7 || next.month == 1)
    }

    private static func number(
        _ part: InternetDateTimeError.Part, _ range: ClosedRange<Int>, at index: Int, in bytes: Span<UInt8>
    ) throws(InternetDateTimeError) -> Int {
        let value = try digitPair(part, at: index, in: bytes)
        guard range.contains(value) else { throw InternetDateTimeError(.outOfRange(part), at: index) }
        return value
    }

    private static func digitPair(
        _ part: InternetDateTimeError.Part, at index: Int, in bytes: Span<UInt8>
    ) throws(InternetDateTimeError) -> Int {
        try digit(part, at: index, in: bytes) * 10 + digit(part, at: index + 1, in: bytes)
    }

    private static func digit(
        _ part: InternetDateTimeError.Part, at index: Int, in bytes: Span<UInt8>
    ) throws(InternetDateTimeError) -> Int {
        guard index < bytes.count else { throw InternetDateTimeError(.unexpectedEnd(part), at: bytes.count) }
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { throw InternetDateTimeError(.unexpectedByte(part), at: index) }
        return Int(digit)
    }

    private static func expect(
        _ byte: UInt8, as part: InternetDateTimeError.Part, at index: Int, in bytes: Span<UInt8>
    ) throws(InternetDateTimeError) {
        guard index < bytes.count else { throw InternetDateTimeError(.unexpectedEnd(part), at: bytes.count) }
        guard bytes[index] == byte else { throw InternetDateTimeError(.unexpectedByte(part), at: index) }
    }
}
