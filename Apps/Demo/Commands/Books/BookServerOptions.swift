import ArgumentParser
import Primitives
import Services

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

    /// Calls the catalog. If it does not have what was requested, the message says so, or that there is no catalog: a
    /// page of HTML at an unknown address has no message.
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
