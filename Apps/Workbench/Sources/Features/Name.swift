/// A name of several words in the forms that code and prose use.
struct Name: Sendable, Equatable {
    private let parts: [String]

    /// Splits upper or lower camel case: `URLEntry` has the words `URL` and `Entry`.
    init(_ camelCase: some StringProtocol) {
        parts = String(camelCase).matches(of: /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+/).map { String($0.output) }
    }

    /// `TimeEntry`
    var upperCamel: String { parts.map(\.capitalizedFirst).joined() }
    /// `timeEntry`
    var lowerCamel: String { lower.prefix(1).joined() + parts.dropFirst().map(\.capitalizedFirst).joined() }
    /// `time-entry`
    var kebab: String { lower.joined(separator: "-") }
    /// `time_entry`
    var snake: String { lower.joined(separator: "_") }
    /// `time entry`; an abbreviation keeps its capitals.
    var words: String { zip(parts, lower).map { $0.isAbbreviation ? $0 : $1 }.joined(separator: " ") }
    /// `Time entry`
    var sentence: String { words.capitalizedFirst }
    var wordCount: Int { parts.count }
    /// The first word in lower case.
    var firstWord: String { lower.first ?? "" }

    /// `TimeEntries` of `TimeEntry`, by the rules of English spelling.
    var plural: Name {
        let name = upperCamel
        let last = name.lowercased()
        if last.contains(/[^aeiou]y$/) { return Name(name.dropLast() + "ies") }
        if last.contains(/(s|x|z|ch|sh)$/) { return Name(name + "es") }
        return Name(name + "s")
    }

    /// `a` or `an`, by the sound of the first word as far as its spelling shows it.
    var article: String {
        let first = (parts.first ?? "")
        if first.isAbbreviation { return first.contains(/^[AEFHILMNORSX]/) ? "an" : "a" }
        let isVowel = first.lowercased().contains(/^([aeiou]|hour|honest|honou?r|heir)/)
        return isVowel && !first.lowercased().contains(/^(uni([^nm]|$)|us[aei]|uti|eu|one|ub)/) ? "an" : "a"
    }

    private var lower: [String] { parts.map { $0.lowercased() } }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
    fileprivate var isAbbreviation: Bool { count > 1 && self == uppercased() && contains(/[A-Z]/) }
}
