import ArgumentParser
import CommandLine
import Composition
import Models
import Primitives
import Services

struct BooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "books", abstract: "Search a catalog of books and download them.",
        examples: "strata books search melville whale",
        "strata books search --language fr --language fi --sort highest-id",
        "strata books search --author-years -500..200 --limit 5 --json", "strata books show 2701",
        "strata books download 2701 --output moby.txt", "strata books search whale --base-url https://gutendex.com",
        notes: """
            No command needs a login. The catalog is that of the sample backend or of any server with Gutendex's API: \
            pass its address as --base-url or --books-url, or store it as the setting books_url.
            """,
        subcommands: [BooksSearchCommand.self, BooksShowCommand.self, BooksDownloadCommand.self])
}

struct BookServerOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("books-url"), help: SettingKey(.books).help("url"))
    var booksURL: String?
}

protocol BookCommand: AppCommand {
    var server: BookServerOptions { get }
}

extension BookCommand {
    func storeUse(_ settings: RunSettings) -> StoreUse { .unused }

    var addresses: [SettingKey: String] { server.booksURL.map { [SettingKey(.books): $0] } ?? [:] }

    /// Calls the catalog. If the requested book or page is missing, the message says so, or says that there is no
    /// catalog: a page of HTML at an unknown address has no message.
    func inCatalog<Value>(_ call: () async throws(BookServiceError) -> Value) async throws -> Value {
        do throws(BookServiceError) {
            return try await call()
        } catch {
            guard case .notFound(let failure) = error else { throw error }
            guard failure?.localizableUserMessage.key == "status.notFound" else {
                throw Failure("The catalog does not have this book or page.", .notFound)
            }
            throw Failure(
                "There is no catalog of books at \(failure?.request?.origin ?? "this address"). Check --base-url and "
                    + "--books-url.", .notFound)
        }
    }
}

struct BooksSearchCommand: BookCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "List the books that satisfy all conditions.",
        examples: "strata books search melville whale",
        "strata books search --topic adventure --author-years 1800..1899 --limit 50",
        notes: "Without conditions, it lists the most popular books of the catalog.")

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
        var list = BookList()
        let pages = app.books.pages(matching: query, limit: limit)
        try await inCatalog { () async throws(BookServiceError) in
            for try await page in pages { list.add(page) }
        }
        try terminal.show(list.output, json: options.json) {
            guard !list.books.isEmpty else { return terminal.print("No book satisfies these conditions.") }
            terminal.show(list.table, "\(list.books.count.grouped) of \(list.count.grouped) books")
        }
        if list.skipped > 0 {
            let entries = list.skipped == 1 ? "1 entry" : "\(list.skipped.grouped) entries"
            terminal.message("Left out \(entries) of the server's list that could not be read as books.")
        }
    }
}

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

struct BooksShowCommand: BookCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a book with its people, subjects and files.",
        examples: "strata books show 2701", "strata books show 2701 --json")

    @Argument(help: "The book's number.")
    var id: Int

    @OptionGroup var server: BookServerOptions
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let books = app.books
        let id = try Book.ID(id)
        let book = try await inCatalog { () async throws(BookServiceError) in try await books.book(id: id) }
        try terminal.show(book.output, json: options.json)
    }
}
