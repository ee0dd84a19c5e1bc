import Foundation

/// The string literals that a template uses as values of its fields. Each field of a new feature gets different
/// literals, so that a test fails if two fields are mixed up.
struct SampleValues: Sendable {
    /// The string literals of each of the template's fields, in the order in which they first occur.
    private(set) var strings: [Int: [String]] = [:]
    private let fields: [FeatureField]

    init(of template: FeatureTemplate) throws {
        fields = template.fields
        for (path, text) in template.texts.sorted(by: { $0.key < $1.key }) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for group in try template.groups(in: lines, of: path) {
                for (index, line) in group.lines.enumerated() where fields[index].type == .string {
                    for literal in Self.literals(in: line) where !isKey(literal, of: index, in: template) {
                        if strings[index]?.contains(literal) != true { strings[index, default: []].append(literal) }
                    }
                }
            }
        }
    }

    /// The first sample value of a field in a line, with its quotation marks; in a document, without them.
    func string(in line: String, of field: Int) -> Range<String.Index>? {
        let values = strings[field] ?? []
        return (values.map { "\"\($0)\"" } + values).lazy.compactMap { line.firstRange(of: $0) }.first
    }

    /// The line of a field with the sample values of a new one.
    ///
    /// - Parameter number: how many fields of the same type precede the new one.
    func varied(_ line: String, of index: Int, for field: FeatureField, number: Int) -> String {
        var line = line
        for (count, literal) in (strings[index] ?? []).enumerated().sorted(by: { $0.element.count > $1.element.count })
        {
            line = line.replacing(literal, with: "\(field.name.sentence) \(count + 1)")
        }
        guard number > 0 else { return line }
        switch field.type {
        case .string, .bool: return line
        case .int, .decimal:
            return line.replacing(/[\w.$]+/) { word in
                guard let match = word.output.wholeMatch(of: /([0-9][0-9_]*)(\.[0-9]+)?/) else { return word.output }
                let whole = Int(match.output.1.replacing("_", with: "")) ?? 0
                return "\(whole + number)\(match.output.2 ?? "")"
            }
        case .date: return laterDates(in: line, days: number)
        }
    }

    // MARK: Literals

    /// The contents of the string literals of a line, including those in an escaped string. A help text is no value.
    private static func literals(in line: String) -> [String] {
        line.replacing(/help: "[^"]*"/, with: "").matches(of: /"([^"\\]*)\\?"/).map { String($0.output.1) }
    }

    /// Whether a literal is no sample value: it names the field, or has no letter.
    private func isKey(_ literal: String, of index: Int, in template: FeatureTemplate) -> Bool {
        !literal.contains(/[A-Za-z]/) || !template.fields[index].name.occurrences(in: Array(literal)).isEmpty
    }

    private func laterDates(in line: String, days: Int) -> String {
        let style = Date.ISO8601FormatStyle().year().month().day()
        let later = line.replacing(/\d{4}-\d\d-\d\d(?=T)/) { match in
            guard let date = try? style.parse(String(match.output)) else { return String(match.output) }
            return style.format(date.addingTimeInterval(Double(days) * 86_400))
        }
        // Seconds since 1970, or milliseconds if there are more digits.
        return later.replacing(/[\w.]+/) { word in
            let digits = word.output.replacing("_", with: "")
            guard digits.count > 8, let moment = Int(digits) else { return String(word.output) }
            let day = digits.count > 11 ? 86_400_000 : 86_400
            return (moment + days * day).grouped
        }
    }
}

extension Int {
    /// `1_772_355_600`
    fileprivate var grouped: String {
        let digits = Array(String(self))
        return digits.indices.map { index in
            let isThousand = index > 0 && (digits.count - index).isMultiple(of: 3)
            return (isThousand ? "_" : "") + String(digits[index])
        }.joined()
    }
}
