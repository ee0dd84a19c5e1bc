/// An amount of money, exact to the currency's smallest unit.
struct Price: Equatable, Sendable {
    /// In the smallest unit: cents for EUR, yen for JPY.
    let minorUnits: Int64
    let currency: Currency

    init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads an amount such as `19`, `19.9` or `19.90`; `nil` if it is malformed or has more decimal places than the
    /// currency.
    init?(amount: String, currency: Currency) {
        guard let match = amount.wholeMatch(of: /(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,3}))?/) else { return nil }
        let fraction = match.2 ?? ""
        guard fraction.count <= currency.minorDigits else { return nil }
        let padding = String(repeating: "0", count: currency.minorDigits - fraction.count)
        guard let minorUnits = Int64(match.1 + fraction + padding) else { return nil }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    /// The amount with all of the currency's decimal places: `19.90`.
    var amount: String {
        let digits = String(minorUnits)
        let places = currency.minorDigits
        guard places > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}
