import ArgumentParser
import Composition
import Models
import Services

struct ReviewsAddCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Review a book.",
        discussion: """
            EXAMPLES:
              strata reviews add 84 --stars 5 --text "Read it on a stormy night."
            """)

    @Argument(help: "The book's number.")
    var book: Int

    @Option(help: "Give this many stars, \(Stars.range.lowerBound) (worst) to \(Stars.range.upperBound) (best).")
    var stars: Int

    @Option(help: "Set the text, up to \(ReviewText.limit) characters.")
    var text: String?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let review = NewReview(
            bookID: try Book.ID(book), stars: try Stars(stars),
            text: try text.map { text throws(InvalidValue) in try ReviewText(text) })
        let added = try await app.loggedIn { services, _ in try await services.reviews.add(review) }
        try ReviewOutput(added).show(on: terminal, json: options.json)
    }
}
