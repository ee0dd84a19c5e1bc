import ArgumentParser
import Composition
import DependencyInjection
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
        let book = try await app.container.resolve(.books).book(id: Book.ID(id))
        try BookOutput(book).show(on: terminal, json: options.json)
    }
}
