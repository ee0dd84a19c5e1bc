/// An author, editor or translator.
struct Person: Equatable, Sendable {
    /// Family name first: `Austen, Jane`.
    let name: String
    /// An astronomical year: 0 is 1 BCE, -750 is 751 BCE. `nil` if unknown.
    var birthYear: Int?
    var deathYear: Int?
}
