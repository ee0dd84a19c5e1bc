/// An error's sentence for people: in English, and with a key under which an app may keep it in other languages.
///
/// ```swift
/// let text = error.localizableExplanation.text { key in
///     let text = Bundle.main.localizedString(forKey: key, value: "", table: "Networking")
///     return text.isEmpty ? nil : text
/// }
/// ```
///
/// Docs/localisation.md lists all keys. They stay as they are when an English sentence is reworded.
public struct UserMessage: Sendable, Equatable {
    /// Such as `transport.hostNotFound`.
    public let key: String
    /// What stands in the places `%1$@`, `%2$@` … of a sentence: numbers, and reasons in the words of whoever gave them, which
    /// no table can translate.
    public let arguments: [String]
    /// The English sentence with its places.
    package let template: String

    public init(_ key: String, _ template: String, _ arguments: String...) {
        self.key = key
        self.arguments = arguments
        self.template = template
    }

    /// The sentence in English.
    public var english: String { filled(template) }

    /// The sentence in the language of `lookup`.
    ///
    /// - Parameter lookup: gives the sentence that is kept under a key, with places as in ``arguments``, or `nil` for one
    ///   that isn't kept: it is shown in English.
    public func text(in lookup: (_ key: String) -> String?) -> String {
        lookup(key).map(filled) ?? english
    }

    /// In one pass: an argument that looks like a place stays as it is. So does a place without an argument.
    private func filled(_ template: String) -> String {
        template.replacing(/%([1-9])\$@/) { place in
            guard let number = Int(place.output.1), arguments.indices.contains(number - 1) else {
                return String(place.output.0)
            }
            return arguments[number - 1]
        }
    }
}
