public import Foundation

/// An exact amount of money. It never passes through a binary floating-point number: on the wire the amount is a
/// decimal string.
public struct Price: Sendable, Hashable {
    /// The amount, from 0 to below 1,000,000,000, with at most the currency's decimal places.
    public let amount: Decimal
    public let currency: Currency

    /// Parses an amount such as `19`, `19.9` or `19.90`; throws ``InvalidValue`` with the field `price.amount`.
    public init(_ amount: String, _ currency: Currency) throws(InvalidValue) {
        let parts = amount.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let (whole, fraction) = (parts[0], parts.count == 2 ? parts[1] : "")
        let places = parts.count == 1 ? 0...0 : 1...max(1, currency.decimalPlaces)
        guard (1...9).contains(whole.utf8.count), whole == "0" || !whole.hasPrefix("0"),
            places.contains(fraction.utf8.count), fraction.utf8.count <= currency.decimalPlaces,
            (whole + fraction).utf8.allSatisfy(\.isASCIIDigit), let digits = Int64(whole + fraction)
        else {
            let allowed =
                currency.decimalPlaces == 0 ? "no decimal places" : "at most \(currency.decimalPlaces) decimal places"
            throw InvalidValue(
                field: "price.amount",
                reason: "An amount of \(currency) is a decimal number below 1000000000 with \(allowed).")
        }
        self.amount = Decimal(sign: .plus, exponent: -fraction.utf8.count, significand: Decimal(digits))
        self.currency = currency
    }

    /// The amount with all of the currency's decimal places, such as `19.90`.
    public var amountText: String {
        // Not a formatter, whose decimal separator depends on the locale.
        let parts = amount.description.split(separator: ".")
        let fraction = parts.count == 2 ? parts[1] : ""
        guard currency.decimalPlaces > 0 else { return String(parts[0]) }
        return "\(parts[0]).\(fraction)" + String(repeating: "0", count: currency.decimalPlaces - fraction.count)
    }
}

extension Price: CustomStringConvertible {
    /// The amount and the currency, such as `19.90 EUR`.
    public var description: String { "\(amountText) \(currency)" }
}

extension Price: Codable {
    enum CodingKeys: String, CodingKey {
        case amount, currency
    }

    /// Decodes `{"amount": "19.90", "currency": "EUR"}`. A number as the amount is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let currency = try container.decode(Currency.self, forKey: .currency)
        let amount = try container.decode(String.self, forKey: .amount)
        do throws(InvalidValue) {
            try self.init(amount, currency)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath + [CodingKeys.amount], debugDescription: error.reason,
                    underlyingError: error))
        }
    }

    /// Encodes ``amountText`` and the currency's code.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(amountText, forKey: .amount)
        try container.encode(currency, forKey: .currency)
    }
}

/// A currency by its code of three capital letters, such as `EUR`
/// ([ISO 4217](https://www.iso.org/iso-4217-currency-codes.html)).
///
/// Any code of that form is accepted, because a server may add currencies before the app does.
public struct Currency: WireText {
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `price.currency`.
    public init(_ candidate: String) throws(InvalidValue) {
        guard candidate.utf8.count == 3, candidate.utf8.allSatisfy(\.isASCIICapital) else {
            throw InvalidValue(
                field: "price.currency", reason: "A currency is a code of three capital letters, such as EUR.")
        }
        text = candidate
    }

    /// The decimal places of an amount (ISO 4217, "minor unit"); 2 for a code that the standard does not list.
    public var decimalPlaces: Int {
        switch text {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        case "CLF", "UYW": 4
        default: 2
        }
    }
}
