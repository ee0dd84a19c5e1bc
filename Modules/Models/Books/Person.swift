/// An author, editor or translator of a ``Book``.
public struct Person: Sendable, Hashable {
    /// The name in the catalogue's order, such as `Melville, Herman`.
    public let name: String
    /// The year of birth; negative before the common era, `nil` if it is unknown.
    public let birthYear: Int?
    /// The year of death; negative before the common era, `nil` if it is unknown or the person is alive.
    public let deathYear: Int?

    /// Creates a person from its parts.
    public init(name: String, birthYear: Int? = nil, deathYear: Int? = nil) {
        self.name = name
        self.birthYear = birthYear
        self.deathYear = deathYear
    }
}

extension Person: Decodable {
    enum CodingKeys: String, CodingKey {
        case name
        case birthYear = "birth_year"
        case deathYear = "death_year"
    }
}
