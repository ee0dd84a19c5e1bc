import ArgumentParser

struct ReviewsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reviews", abstract: "Read and write reviews of books.",
        discussion: """
            EXAMPLES:
              strata reviews list 84
              strata reviews add 84 --stars 5 --text "Read it on a stormy night."
              strata reviews edit r-1 --no-text
              strata reviews watch 84 --json

            Lists and subscriptions need no login.
            """,
        subcommands: [
            ReviewsListCommand.self, ReviewsAddCommand.self, ReviewsEditCommand.self, ReviewsWatchCommand.self,
        ])
}

extension Feature {
    static var reviews: Feature {
        Feature(command: ReviewsCommand.self)
    }
}
