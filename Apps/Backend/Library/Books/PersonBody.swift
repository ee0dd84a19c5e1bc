/// An author, editor or translator on the wire.
struct PersonBody: Encodable, Sendable {
    private let person: Person

    init(_ person: Person) {
        self.person = person
    }

    private enum CodingKeys: String, CodingKey {
        case name
        case birthYear = "birth_year"
        case deathYear = "death_year"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(person.name, forKey: .name)
        try container.encode(person.birthYear, forKey: .birthYear)
        try container.encode(person.deathYear, forKey: .deathYear)
    }
}
