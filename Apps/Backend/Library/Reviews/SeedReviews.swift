/// Reviews by the demo accounts, with fixed dates, so that lists are the same in every database.
enum SeedReviews {
    typealias Review = (bookID: Int, authorID: String, stars: Int, text: String?, createdAt: Timestamp)

    static let all: [Review] = [
        (84, "u-ada", 5, "Everyone in it asks who is to blame. The creature is not asked."),
        (1342, "u-grace", 5, "Every letter in it changes the state of the whole system."),
        (11, "u-ada", 4, "The logic is sound. Only the axioms are unusual."),
        (1661, "u-grace", 4, nil),
        (84, "u-grace", 3, "Ship's logs are shorter."),
        (2701, "u-grace", 5, "The chapter on classification alone is worth the voyage."),
        (1342, "u-ada", 4, "The first sentence is an axiom, and the rest is its proof."),
        (11, "u-grace", 5, nil),
    ].enumerated().map { index, review in
        // One review a day, from 2026-03-01T09:00:00Z.
        let created = Timestamp(milliseconds: (1_772_355_600 + Int64(index) * 86_400) * 1000)
        return (review.0, review.1, review.2, review.3, created)
    }
}
