import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Services

struct ReviewsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reviews", abstract: "Read and write reviews of books.",
        examples: "strata reviews list 84", #"strata reviews add 84 --stars 5 --text "Read it on a stormy night.""#,
        "strata reviews edit r-1 --no-text", "strata reviews watch 84 --json",
        notes: "Lists and subscriptions need no login.",
        subcommands: [
            ReviewsListCommand.self, ReviewsAddCommand.self, ReviewsEditCommand.self, ReviewsWatchCommand.self,
        ])
}

struct ReviewsListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the latest 100 reviews of a book, the newest first. Needs no login.",
        examples: "strata reviews list 84",
        notes: "If the server can't compute the average, the reviews are listed and the exit code is 18.")

    @Argument(help: "The book's number.")
    var book: Int

    @OptionGroup var options: GlobalOptions

    func storeUse(_ settings: RunSettings) -> StoreUse { .unused }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let reviews = try await app.reviews.reviews(of: Book.ID(book))
        try terminal.show(reviews.output, json: options.json) {
            guard !reviews.reviews.isEmpty else { return terminal.print("This book has no reviews yet.") }
            let table = Table(reviews.reviews.map(\.output), columns: ["id", "stars", "author", "text"])
            terminal.show(table, reviews.summary)
        }
        guard case .unavailable(let failure) = reviews.average else { return }
        throw Failure("The average is missing: \(failure.userMessage)", .partial)
    }
}

struct ReviewsAddCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Review a book.",
        examples: #"strata reviews add 84 --stars 5 --text "Read it on a stormy night.""#)

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
        try terminal.show(added.output, json: options.json)
    }
}

struct ReviewsEditCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change one of your reviews.",
        examples: "strata reviews edit r-1 --stars 4", "strata reviews edit r-1 --no-text",
        notes: "Fields without an option stay unchanged.")

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
        try terminal.show(review.output, json: options.json)
    }
}

struct ReviewsWatchCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print each new review of a book until you press Ctrl-C. Needs no login.",
        examples: "strata reviews watch 84 --json",
        notes: "With --json, each review is one line. The command also ends if the server ends the subscription.")

    @Argument(help: "The book's number.")
    var book: Int

    @OptionGroup var options: GlobalOptions

    func storeUse(_ settings: RunSettings) -> StoreUse { .unused }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let reviews = try app.reviews.newReviews(of: Book.ID(book))
        try await terminal.untilUnread {
            for try await review in reviews {
                let json = JSONText(wellFormed: try JSONOutput.text(review.output))
                terminal.print(options.json ? json.line : review.line)
                guard !terminal.isUnread else { return }
            }
            terminal.message("The server has ended the subscription.")
        }
    }
}

extension Review {
    var output: Output {
        Output([
            .field("id", id), .field("book", bookID), .field("stars", stars.count),
            .field("text", text, texts: [(text ?? "").oneLine]),
            .field("author", author, texts: [author.oneLine]), .json("created_at", createdAt),
        ])
    }

    var line: String {
        [id.text, "\(stars.count)", author, (text ?? "").oneLine].filter { !$0.isEmpty }.joined(separator: "  ")
            .printable
    }
}

extension BookReviews {
    var output: Output {
        let average: (stars: Double?, missing: [String]) =
            switch average {
            case .none: (nil, [])
            case .stars(let stars): (stars, [])
            case .unavailable: (nil, ["average_stars"])
            }
        return Output([
            .json("reviews", reviews.map(\.output)), .json("average_stars", average.stars),
            // The keys whose values the server could not compute.
            .json("missing", average.missing),
        ])
    }
}
