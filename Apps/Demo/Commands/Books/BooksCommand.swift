import ArgumentParser

struct BooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "books", abstract: "Search a catalog of books and download them.",
        discussion: """
            EXAMPLES:
              strata books search melville whale
              strata books search --language fr --language fi --sort highest-id
              strata books search --author-years -500..200 --limit 5 --json
              strata books show 2701
              strata books download 2701 --output moby.txt
              strata books search whale --base-url https://gutendex.com

            No command needs a login. The catalog is the sample backend's, or any server with the API of Gutendex: \
            pass its address as --base-url or --books-url, or store it as the setting books_url.
            """,
        subcommands: [BooksSearchCommand.self, BooksShowCommand.self, BooksDownloadCommand.self])
}

extension Feature {
    static var books: Feature {
        Feature(command: BooksCommand.self, address: .booksURL)
    }
}
