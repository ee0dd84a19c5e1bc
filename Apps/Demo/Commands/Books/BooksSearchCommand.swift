import ArgumentParser
import Composition
import Models
import Networking
import Services

struct BooksSearchCommand: BookCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "List the books that satisfy all conditions.",
        discussion: """
            EXAMPLES:
              strata books search melville whale
              strata books search --topic adventure --author-years 1800..1899 --limit 50

            Without conditions, it lists the most popular books of the catalog.
            """)

    @Argument(help: "Words in the title or in authors' names. All of them have to occur.")
    var words: [String] = []

    @OptionGroup var conditions: BookConditions

    @Option(help: "List these books first.")
    var sort = BookOrder.popular

    @Option(help: ArgumentHelp("List at most this many books, 1 to 10000.", valueName: "count"))
    var limit = 20

    @OptionGroup var server: BookServerOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be between 1 and 10000.") }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let query = try conditions.query(search: words.joined(separator: " "), sort: sort.value)
        var output = BookListOutput()
        let pages = try await app.books.pages(matching: query, limit: limit)
        try await inCatalog { () async throws(BookServiceError) in
            for try await page in pages { output.add(page) }
        }
        try output.show(on: terminal, json: options.json)
        if output.skipped > 0 {
            let entries = output.skipped == 1 ? "1 entry" : "\(output.skipped.grouped) entries"
            terminal.message("Left out \(entries) of the server's list that could not be read as books.")
        }
    }
}

/// The orders of a list, in words for a command line.
enum BookOrder: String, CaseIterable, ExpressibleByArgument {
    case popular
    case lowestID = "lowest-id"
    case highestID = "highest-id"

    var value: BookQuery.Sort {
        switch self {
        case .popular: .popular
        case .lowestID: .lowestID
        case .highestID: .highestID
        }
    }
}
