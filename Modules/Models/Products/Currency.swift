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
