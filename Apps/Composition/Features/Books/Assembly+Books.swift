public import DependencyInjection
public import Foundation
public import Networking
import RemoteServices
public import Services
import Transfers

extension Key<Client> {
    /// Sends the calls to the catalog of books, which may be on another server than the backend. Its address is
    /// `AppSettings.booksURL`.
    public static var booksClient: Self { Self() }
}

extension Key<any BookService> {
    /// Reads the catalog of books without a login.
    public static var books: Self { Self() }
}

extension ComposedApp {
    /// Reads the catalog of books without a login.
    public var books: any BookService { get async throws { try await value(.books) } }
}

extension Assembly {
    static var books: Assembly {
        Assembly {
            Singleton(.booksClient, needs: .settings, .pipeline, .time, .identifiers, .monitor) {
                settings, pipeline, time, identifiers, monitor in
                Client(
                    environment: try .books(settings), coding: JSONBodyCoding(), pipeline: pipeline, time: time,
                    identifiers: identifiers, monitor: monitor,
                    publicQueryNames: settings.publicQueryNames.union(["page", "sort"]))
            }
            Singleton(.books, needs: .settings, .booksClient) { settings, client in
                var downloads = TransferPolicy()
                downloads.triesWithoutProgress = settings.retries
                downloads.timeLimit = settings.downloadDeadline
                return RemoteBookService(client: client, downloads: downloads)
            }
        }
    }
}

extension AppSettings {
    /// The address of the catalog of books, without `/books`: any Gutendex server, such as https://gutendex.com.
    /// `nil` for ``baseURL``, because the sample backend has a catalog too.
    public var booksURL: URL? {
        get { furtherURLs["books_url"] }
        set { furtherURLs["books_url"] = newValue }
    }
}

extension APIEnvironment {
    /// A catalog of books in the shape of Gutendex, which has no versions.
    static func books(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(
            name: "books", baseURL: settings.booksURL ?? settings.baseURL, defaultHeaders: settings.defaultHeaders)
    }
}
