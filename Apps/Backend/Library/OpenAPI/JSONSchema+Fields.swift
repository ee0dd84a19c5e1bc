/// The schemas that several resources share, with the rules of ``FieldRules``.
extension JSONSchema {
    /// One line with at least one visible character.
    static func line(_ length: ClosedRange<Int>, example: JSONValue) -> JSONSchema {
        text(
            length: length, pattern: #"^[^\x00-\x1F\x7F-\x9F]*[^\x00-\x20\x7F-\xA0\s][^\x00-\x1F\x7F-\x9F]*$"#,
            example: example)
    }

    /// Text that may have line breaks and tabs.
    static func paragraphs(_ length: ClosedRange<Int>, mayBeBlank: Bool = true, example: JSONValue) -> JSONSchema {
        let character = #"[^\x00-\x08\x0B-\x1F\x7F-\x9F]"#
        let pattern = mayBeBlank ? "^\(character)*$" : #"^\#(character)*[^\x00-\x20\x7F-\xA0\s]\#(character)*$"#
        return text(length: length, pattern: pattern, example: example)
    }

    static let email = text(
        length: 3...254, pattern: "^\(emailLocal)@\(emailLabel)(\\.\(emailLabel))*$", example: "ada@example.com")

    /// One page of a list whose items have the schema `name`.
    static func page(of name: String) -> JSONSchema {
        object([
            "items": list(.named(name)), "page": whole(1...1_000_000), "per_page": whole(1...100), "total": count(),
        ])
    }

    private static let emailLocal = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
    private static let emailLabel = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
}
