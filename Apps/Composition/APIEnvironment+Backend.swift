import Foundation
import Networking

extension APIEnvironment {
    /// The app's own API, in its second version. A call of the unreleased third version is refused before it is sent.
    static func backend(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(
            name: "backend", baseURL: settings.baseURL, version: APIVersion(2),
            versions: [APIVersion(1), APIVersion(2)], defaultHeaders: headers(settings))
    }

    /// A catalogue of books in the shape of Gutendex, which has no versions.
    static func books(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(
            name: "books", baseURL: settings.booksURL ?? settings.baseURL, defaultHeaders: headers(settings))
    }

    /// The backend's GraphQL, whose path has no version.
    static func graphQL(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(name: "graphql", baseURL: settings.baseURL, defaultHeaders: headers(settings))
    }

    private static func headers(_ settings: AppSettings) -> [HeaderField] {
        [HeaderField("Accept-Language", Locale.preferredLanguages.first ?? "en")]
            + (settings.userAgent.map { [HeaderField("User-Agent", $0)] } ?? [])
    }
}
