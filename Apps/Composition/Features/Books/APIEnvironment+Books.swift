public import Foundation
import Networking

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
