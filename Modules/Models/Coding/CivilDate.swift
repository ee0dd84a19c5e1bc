/// A day of the proleptic Gregorian calendar, which RFC 3339 and ISO 8601 use.
///
/// The conversions are integer arithmetic on 400-year eras that start on the first of March, so that the leap day is
/// the last day of its year: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil` and
/// `civil_from_days`, narrowed to years after 0. They use no Foundation calendar, locale or time zone.
struct CivilDate: Hashable {
    let year: Int
    let month: Int
    let day: Int

    /// Callers must check the ranges first: year 1…9999, month 1…12, day 1…``daysInMonth(_:year:)``.
    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day `days` days after 1970-01-01. The earliest is 0001-01-01.
    init(daysSince1970 days: Int) {
        let sinceEpoch = days + Self.daysFromMarchOfYear0To1970
        let era = sinceEpoch / Self.daysPerEra
        let dayOfEra = sinceEpoch % Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01, negative before it.
    var daysSince1970: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = yearFromMarch / 400
        let yearOfEra = yearFromMarch % 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromMarchOfYear0To1970
    }

    static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static let daysPerEra = 146_097
    private static let daysFromMarchOfYear0To1970 = 719_468
}
