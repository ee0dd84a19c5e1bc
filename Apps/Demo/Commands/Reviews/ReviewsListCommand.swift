import ArgumentParser
import Composition
import Models
import Services

struct ReviewsListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the latest 100 reviews of a book, the newest first. Needs no login.",
        discussion: """
            EXAMPLES:
              strata reviews list 84

            If the server can't compute the average, the reviews are listed and the exit code is 18.
            """)

    @Argument(help: "The book's number.")
    var book: Int

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let reviews = try await app.guestReviews.reviews(of: Book.ID(book))
        try ReviewListOutput(reviews).show(on: terminal, json: options.json)
        guard case .unavailable(let failure) = reviews.average else { return }
        throw Failure("The average is missing: \(failure.userMessage)", .partial)
    }
}
