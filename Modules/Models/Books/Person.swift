/// An author, editor or translator of a ``Book``.
///
/// Years are counted as in astronomy, like the catalog's: 1 is 1 CE, 0 is 1 BCE, and -427 is 428 BCE.
public struct Person: Sendable, Hashable {
    /// The name in the catalog's order, such as `Melville, Herman`.
    public let name: String
    /// `nil` if it is unknown.
    public let birthYear: Int?
    /// `nil` if it is unknown or the person is alive.
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
