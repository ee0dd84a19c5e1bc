import Models

/// An author, editor or translator as the command line shows it.
struct PersonOutput: Encodable {
    let name: String
    /// A year as in the API, where 0 is 1 BCE.
    let birthYear: Int?
    let deathYear: Int?

    enum CodingKeys: String, CodingKey {
        case name
        case birthYear = "birth_year"
        case deathYear = "death_year"
    }

    init(_ person: Person) {
        name = person.name
        birthYear = person.birthYear
        deathYear = person.deathYear
    }

    /// The name with the years of life, such as `Cicero, Marcus Tullius (107 BCE–44 BCE)`.
    var text: String {
        guard birthYear != nil || deathYear != nil else { return name }
        return "\(name) (\(Self.text(birthYear))–\(Self.text(deathYear)))"
    }

    private static func text(_ year: Int?) -> String {
        guard let year else { return "?" }
        // Not 1 - year, which overflows for the smallest integer.
        return year > 0 ? "\(year)" : "\(year.magnitude + 1) BCE"
    }
}
