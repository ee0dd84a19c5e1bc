/// An error message for users, in English, with a key under which an app may provide translations.
///
/// ```swift
/// let text = error.localizableUserMessage.text { key in
///     let text = Bundle.main.localizedString(forKey: key, value: "", table: "Networking")
///     return text.isEmpty ? nil : text
/// }
/// ```
///
/// Docs/reference/messages.csv lists all keys. A key does not change when its English sentence is reworded.
public struct UserMessage: Sendable, Hashable {
    /// The key in the app's translations, such as `transport.hostNotFound`.
    public let key: String
    /// The values of the placeholders `%1$@`, `%2$@` … in a sentence: numbers, and reasons from a server or the system,
    /// which are not translated.
    public let arguments: [String]
    /// The English sentence with its placeholders.
    public let template: String

    /// - Parameters:
    ///   - template: the English sentence, with a placeholder for each argument.
    ///   - arguments: the values of `%1$@`, `%2$@` and so on.
    public init(_ key: String, _ template: String, _ arguments: String...) {
        self.key = key
        self.arguments = arguments
        self.template = template
    }

    /// The sentence in English.
    public var english: String { filled(template) }

    /// The translated sentence, or the English one if there is no translation.
    ///
    /// - Parameter lookup: returns the translation for a key, with placeholders as in ``arguments``, or `nil`.
    public func text(in lookup: (_ key: String) -> String?) -> String {
        lookup(key).map(filled) ?? english
    }

    /// Replaces the placeholders in one pass, so an argument may contain text that looks like one. A placeholder
    /// without an argument stays.
    private func filled(_ template: String) -> String {
        template.replacing(/%([1-9])\$@/) { placeholder in
            guard let number = Int(placeholder.output.1), arguments.indices.contains(number - 1) else {
                return String(placeholder.output.0)
            }
            return arguments[number - 1]
        }
    }
}

extension BinaryInteger {
    /// The number with a comma between groups of three digits, in every locale: for sentences in English.
    public var grouped: String {
        let digits = String(magnitude)
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}

extension String {
    /// The text as one word of a command for a POSIX shell, in quotes if it needs them.
    public var shellWord: String {
        let isPlain = wholeMatch(of: /[A-Za-z0-9_.,:\/@%+=\-]+/) != nil
        return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
    }
}
