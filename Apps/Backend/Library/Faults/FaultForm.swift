/// Reads the JSON object that arms a fault. A key that means nothing is an error: a misspelt one would leave a test
/// with another fault than it thinks.
struct FaultForm: Sendable {
    /// What may stand under a key.
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

    /// A whole number that may be left out.
    mutating func whole(_ name: String, in allowed: ClosedRange<Int>) -> Int? {
        switch values.removeValue(forKey: name) {
        case nil: return nil
        case .whole(let number) where allowed.contains(number): return number
        default:
            fields.note(.outOfRange(name, allowed))
            return nil
        }
    }

    /// One of some words; the first if it is left out.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, default standard: Choice)
        -> Choice
    {
        guard let value = values.removeValue(forKey: name) else { return standard }
        if case .text(let text) = value, let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        fields.note(.invalid(name, "This must be one of \(words)."))
        return standard
    }

    /// The beginning of a path; `/` if it is left out.
    mutating func path(_ name: String) -> String {
        guard let value = values.removeValue(forKey: name) else { return "/" }
        if case .text(let text) = value, text.hasPrefix("/"), text.utf8.count <= 1000 { return text }
        fields.note(.invalid(name, "This must begin with a slash."))
        return "/"
    }

    mutating func note(_ error: FieldError) { fields.note(error) }

    /// To be called when all keys were read.
    /// - Throws: ``Problem/validationFailed(_:)`` with all that was wrong.
    func finish() throws(Problem) {
        let strange = values.keys.sorted().map {
            FieldError(field: $0, code: "unexpected", message: "This fault has no such setting.")
        }
        guard fields.errors.isEmpty, strange.isEmpty else { throw .validationFailed(fields.errors + strange) }
    }
}
