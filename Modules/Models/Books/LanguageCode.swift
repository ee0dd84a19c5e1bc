/// A language by its code in lower case, such as `en` (ISO 639-1) or `grc` (ISO 639-2).
public struct LanguageCode: WireText, Comparable {
    public let text: String

    /// Parses `candidate`, whatever its case; throws ``InvalidValue`` with the field `languages` unless it has two or
    /// three ASCII letters.
    public init(_ candidate: String) throws(InvalidValue) {
        let code = candidate.lowercased()
        guard (2...3).contains(code.utf8.count), code.utf8.allSatisfy(\.isASCIILowercase) else {
            throw InvalidValue(
                field: "languages", reason: "A language is a code of two or three letters, such as en or grc.")
        }
        text = code
    }

    public static func < (left: LanguageCode, right: LanguageCode) -> Bool {
        left.text < right.text
    }
}
