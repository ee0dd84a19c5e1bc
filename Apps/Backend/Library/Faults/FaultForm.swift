/// Reads the JSON object that arms a fault. Unknown keys are errors, because a misspelled setting would arm a different
/// fault than the test expects.
struct FaultForm: Sendable {
    /// The value of a key.
    enum Value: Decodable, Equatable, Sendable {
        case whole(Int)
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .whole(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .other
            }
        }
    }

    private var values: [String: Value]
    private var fields = FieldReader()

    init(_ values: [String: Value]) {
        self.values = values
    }

    /// An optional whole number.
    mutating func whole(_ name: String, in allowed: ClosedRange<Int>) -> Int? {
        switch values.removeValue(forKey: name) {
        case nil: return nil
        case .whole(let number) where allowed.contains(number): return number
        default:
            fields.note(.outOfRange(name, allowed))
            return nil
        }
    }

    /// The case with this raw value; `standard` if the key is missing.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, default standard: Choice)
        -> Choice
    {
        guard let value = values.removeValue(forKey: name) else { return standard }
        if case .text(let text) = value, let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        fields.note(.invalid(name, "This must be one of \(words)."))
        return standard
    }

    /// An optional path prefix; `/` if the key is missing.
    mutating func path(_ name: String) -> String {
        guard let value = values.removeValue(forKey: name) else { return "/" }
        if case .text(let text) = value, text.hasPrefix("/"), text.utf8.count <= 1000 { return text }
        fields.note(.invalid(name, "This must begin with a slash."))
        return "/"
    }

    mutating func note(_ error: FieldError) { fields.note(error) }

    /// Reports all errors. Call it after all keys were read.
    /// - Throws: ``Problem/validationFailed(_:)``.
    func finish() throws(Problem) {
        let unknown = values.keys.sorted().map {
            FieldError(field: $0, code: "unexpected", message: "This fault has no such setting.")
        }
        guard fields.errors.isEmpty, unknown.isEmpty else { throw .validationFailed(fields.errors + unknown) }
    }
}
