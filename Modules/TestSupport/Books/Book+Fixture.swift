public import Models

extension Book {
    /// A book with defaults.
    public static func fixture(
        id: Int = 2701, title: String = "Moby Dick; Or, The Whale",
        authors: [Person] = [Person(name: "Melville, Herman", birthYear: 1819, deathYear: 1891)],
        languages: [String] = ["en"], copyright: Copyright = .publicDomain, formats: [Format] = []
    ) throws(InvalidValue) -> Book {
        Book(
            id: try ID(id), title: title, authors: authors, languages: languages, copyright: copyright,
            formats: formats)
    }
}
