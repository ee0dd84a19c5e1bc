/// Writes RFC 3339's `date-time` in UTC, digit by digit into the string's own storage.
enum InternetDateTimeFormatter {
    /// - Precondition: the seconds are in ``InternetDateTime/secondsSince1970``.
    static func text(secondsSince1970 seconds: Double, precision: InternetDateTime.Precision) -> String {
        let fractionDigits = precision.rawValue
        let unitsPerSecond =
            switch precision {
            case .seconds: 1
            case .milliseconds: 1_000
            case .microseconds: 1_000_000
            }
        // Rounded and not truncated: most decimal fractions have no exact Double, and .123 must not become .122. Only
        // the fraction is scaled: the subtraction is exact, but scaling all seconds would round a second time.
        let second = seconds.rounded(.down)
        let fractionUnits = Int(((seconds - second) * Double(unitsPerSecond)).rounded())
        let end = Int(InternetDateTime.secondsSince1970.upperBound) * unitsPerSecond
        let units = min(Int(second) * unitsPerSecond + fractionUnits, end - 1)

        let (day, unitOfDay) = flooredDivision(units, by: 86_400 * unitsPerSecond)
        let date = CivilDate(daysSince1970: day)
        let (secondOfDay, fraction) = unitOfDay.quotientAndRemainder(dividingBy: unitsPerSecond)

        return String(unsafeUninitializedCapacity: 27) { buffer in
            var count = 0
            func write(_ byte: UInt8) {
                buffer[count] = byte
                count += 1
            }
            func write(_ number: Int, digits: Int) {
                var rest = number
                for index in (count..<count + digits).reversed() {
                    buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                count += digits
            }
            write(date.year, digits: 4)
            write(UInt8(ascii: "-"))
            write(date.month, digits: 2)
            write(UInt8(ascii: "-"))
            write(date.day, digits: 2)
            write(UInt8(ascii: "T"))
            write(secondOfDay / 3_600, digits: 2)
            write(UInt8(ascii: ":"))
            write(secondOfDay / 60 % 60, digits: 2)
            write(UInt8(ascii: ":"))
            write(secondOfDay % 60, digits: 2)
            if fractionDigits > 0 {
                write(UInt8(ascii: "."))
                write(fraction, digits: fractionDigits)
            }
            write(UInt8(ascii: "Z"))
            return count
        }
    }

    /// Division whose remainder is never negative, so that a time before 1970 counts from its own midnight.
    private static func flooredDivision(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
