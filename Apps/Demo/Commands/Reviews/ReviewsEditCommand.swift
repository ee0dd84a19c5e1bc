import ArgumentParser
import Composition
import Models
import Services

struct ReviewsEditCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change one of your reviews.",
        discussion: """
            EXAMPLES:
              strata reviews edit r-1 --stars 4
              strata reviews edit r-1 --no-text

            Fields without an option stay unchanged.
            """)

    @Argument(help: "The review's ID.")
    var id: String

    @Option(help: "Set the stars, \(Stars.range.lowerBound) to \(Stars.range.upperBound).")
    var stars: Int?

    @Option(help: "Set the text.")
    var text: String?

    @Flag(help: "Remove the text.")
    var noText = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if text != nil && noText { throw ValidationError("Use --text or --no-text, not both.") }
        if stars == nil && text == nil && !noText {
            throw ValidationError("Nothing to change. Use --stars, --text or --no-text.")
        }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try Review.ID(id)
        let newText = try text.map { text throws(InvalidValue) in try ReviewText(text) }
        let changes = ReviewChanges(
            stars: try stars.map { count throws(InvalidValue) in try Stars(count) },
            text: noText ? .cleared : newText.map(Change.set) ?? .unchanged)
        let review = try await app.loggedIn { services, _ in
            try await services.reviews.update(id, with: changes)
        }
        try ReviewOutput(review).show(on: terminal, json: options.json)
    }
}
