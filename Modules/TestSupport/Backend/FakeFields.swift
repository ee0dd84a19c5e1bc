import Foundation

/// The fields of a JSON body, and their errors by the sample backend's rules.
struct FakeFields {
    private let values: [String: Any]
    /// The prefix of field names in errors, such as `price.`.
    private let path: String
    private(set) var errors: [FakeProblem.FieldError] = []

    /// Reads the body of `request`, which must be a JSON object.
    init(_ request: FakeRequest) throws(FakeProblem) {
        guard request.mediaType == "application/json" else {
            throw .unsupportedMediaType("The body must be application/json.")
        }
        guard let json = try? JSONSerialization.jsonObject(with: request.body, options: .fragmentsAllowed) else {
            throw .malformedJSON
        }
        guard let values = json as? [String: Any] else {
            throw .validationFailed([.mistyped("", expected: "an object")])
        }
        self.init(values: values, path: "")
    }

    private init(values: [String: Any], path: String) {
        self.values = values
        self.path = path
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    mutating func required<Value>(
        _ name: String, as type: Value.Type = String.self, expected: String = "a string"
    ) -> Value? {
        if values[name] == nil || values[name] is NSNull { errors.append(.required(path + name)) }
        return optional(name, as: type, expected: expected)
    }

    mutating func optional<Value>(
        _ name: String, as type: Value.Type = String.self, expected: String = "a string or null"
    ) -> Value? {
        guard let value = values[name], !(value is NSNull) else { return nil }
        if value as? Value == nil { errors.append(.mistyped(path + name, expected: expected)) }
        return value as? Value
    }

    /// Reads the object in one field with `read`.
    mutating func object<Value>(_ name: String, _ read: (inout FakeFields) -> Value?) -> Value? {
        guard let values = required(name, as: [String: Any].self, expected: "an object") else { return nil }
        var fields = FakeFields(values: values, path: "\(path)\(name).")
        defer { errors += fields.errors }
        return read(&fields)
    }

    mutating func note(_ error: FakeProblem.FieldError) {
        errors.append(error)
    }

    /// Throws if a field is invalid.
    func check() throws(FakeProblem) {
        guard errors.isEmpty else { throw .validationFailed(errors) }
    }
}

extension FakeFields {
    /// Checks that a text is one line with at least one visible character.
    mutating func checkLine(_ name: String, _ text: String?, limit: Int) {
        checkText(name, text, limit: limit, mayBeBlank: false, lineBreaks: "")
    }

    /// Checks a text that may have line breaks and tabs.
    mutating func checkParagraphs(_ name: String, _ text: String?, limit: Int, mayBeBlank: Bool = true) {
        checkText(name, text, limit: limit, mayBeBlank: mayBeBlank, lineBreaks: "\n\t")
    }

    mutating func checkEmail(_ name: String, _ text: String?) {
        guard let text else { return }
        let label = /[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?/
        let local = /[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~\-]{1,64}/
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        if text.unicodeScalars.count > 254 {
            note(.tooLong(name, limit: 254))
        } else if parts.count != 2 || parts[0].wholeMatch(of: local) == nil
            || !parts[1].split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy({ $0.wholeMatch(of: label) != nil })
        {
            note(.invalid(name, "This is not an email address."))
        }
    }

    private mutating func checkText(
        _ name: String, _ text: String?, limit: Int, mayBeBlank: Bool, lineBreaks: String
    ) {
        guard let scalars = text?.unicodeScalars else { return }
        let other = lineBreaks.isEmpty ? "" : " other than line breaks and tabs"
        if !mayBeBlank, scalars.allSatisfy(\.properties.isWhitespace) {
            note(.invalid(name, "This field must have at least one visible character."))
        } else if scalars.count > limit {
            note(.tooLong(name, limit: limit))
        } else if scalars.contains(where: {
            $0.properties.generalCategory == .control && !lineBreaks.unicodeScalars.contains($0)
        }) {
            note(.invalid(name, "This field must not have control characters\(other)."))
        }
    }
}
