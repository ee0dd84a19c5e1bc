import ArgumentParser
import Composition
import Models
import Services

struct ReviewsWatchCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print each new review of a book until you press Ctrl-C. Needs no login.",
        discussion: """
            EXAMPLES:
              strata reviews watch 84 --json

            With --json, each review is one line. The command also ends if the server ends the subscription.
            """)

    @Argument(help: "The book's number.")
    var book: Int

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let reviews = try await app.guestReviews.newReviews(of: Book.ID(book))
        try await terminal.untilUnread {
            for try await review in reviews {
                let output = ReviewOutput(review)
                terminal.print(options.json ? JSONText(wellFormed: try JSONOutput.text(output)).line : output.line)
                guard !terminal.isUnread else { return }
            }
            terminal.message("The server has ended the subscription.")
        }
    }
}
