import ArgumentParser

extension SettingKey {
    static let booksURL = SettingKey(
        "books_url", "Read books from the Gutendex server at this base URL", standard: "the base URL of the API")
}

/// The server of the catalog.
struct BookServerOptions: ParsableArguments, Sendable {
    @Option(name: .customLong("books-url"), help: SettingKey.booksURL.help("url"))
    var booksURL: String?
}

/// A command that reads the catalog.
protocol BookCommand: AppCommand {
    var server: BookServerOptions { get }
}

extension BookCommand {
    var addresses: [SettingKey: String] { server.booksURL.map { [.booksURL: $0] } ?? [:] }
}
