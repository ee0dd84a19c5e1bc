import Networking

extension APIEnvironment {
    /// A catalog of books in the shape of Gutendex, which has no versions.
    static func books(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(
            name: "books", baseURL: settings.booksURL ?? settings.baseURL, defaultHeaders: settings.defaultHeaders)
    }
}
