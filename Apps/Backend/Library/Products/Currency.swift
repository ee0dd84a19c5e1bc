import GRDB

/// The currencies that a price may have, by their codes in ISO 4217.
enum Currency: String, CaseIterable, Codable, Sendable, DatabaseValueConvertible {
    case aud = "AUD"
    case cad = "CAD"
    case chf = "CHF"
    case czk = "CZK"
    case dkk = "DKK"
    case eur = "EUR"
    case gbp = "GBP"
    case jpy = "JPY"
    case krw = "KRW"
    case kwd = "KWD"
    case nok = "NOK"
    case nzd = "NZD"
    case pln = "PLN"
    case sek = "SEK"
    case usd = "USD"

    /// The number of decimal places (ISO 4217, "minor unit").
    var minorDigits: Int {
        switch self {
        case .jpy, .krw: 0
        case .kwd: 3
        default: 2
        }
    }
}
