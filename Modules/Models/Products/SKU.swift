/// A stock keeping unit: 1 to 40 capital ASCII letters and digits, with single hyphens between them, such as
/// `CARD-1000`.
public struct SKU: WireText {
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `sku`.
    public init(_ candidate: String) throws(InvalidValue) {
        let groups = candidate.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard candidate.utf8.count <= 40,
            groups.allSatisfy({ group in
                !group.isEmpty && group.allSatisfy { $0.isASCIICapital || $0.isASCIIDigit }
            })
        else {
            throw InvalidValue(
                field: "sku",
                reason: "An SKU has 1 to 40 capital letters and digits with single hyphens between them, "
                    + "such as CARD-1000.")
        }
        text = candidate
    }
}
