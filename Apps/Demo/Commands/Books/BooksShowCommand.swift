import ArgumentParser
import Composition
import Models
import Services

struct BooksShowCommand: BookCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a book with its people, subjects and files.",
        discussion: """
            EXAMPLES:
              strata books show 2701
              strata books show 2701 --json
            """)

    @Argument(help: "The book's number.")
    var id: Int

    @OptionGroup var server: BookServerOptions
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let books = try await app.books
        let id = try Book.ID(id)
        let book = try await inCatalog { () async throws(BookServiceError) in try await books.book(id: id) }
        try BookOutput(book).show(on: terminal, json: options.json)
    }
}
