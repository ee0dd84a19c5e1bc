import Networking

extension APIEnvironment {
    /// The backend's GraphQL, whose path has no version.
    static func graphQL(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(name: "graphql", baseURL: settings.baseURL, defaultHeaders: settings.defaultHeaders)
    }
}
