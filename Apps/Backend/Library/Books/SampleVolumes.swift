/// A thousand generated entries, because paging needs more books than people can write by hand.
enum SampleVolumes {
    /// Higher than any number of Project Gutenberg.
    static let firstID = 1_000_000
    static let count = 1000

    static let all = (0..<count).map(volume)

    private static func volume(_ number: Int) -> Book {
        Book(
            id: firstID + number, title: "Sample Volume \(number)",
            // 25 authors, some with unknown years.
            authors: [
                Person(
                    name: "Sample Author \(number % 25)", birthYear: number % 5 == 0 ? nil : 1800 + number % 25,
                    deathYear: number % 5 == 1 ? nil : 1870 + number % 25)
            ],
            summaries: ["A generated entry of the sample catalog."], subjects: ["Sample entries"],
            bookshelves: ["Sample Shelf \(number % 10)"], copyright: number % 10 == 9 ? nil : false,
            // Fewer downloads than any real work, and a different number for each volume.
            downloadCount: count - number)
    }
}
