import Foundation
import Networking

extension APIEnvironment {
    /// The app's own API, in its second version. A call of the unreleased third version is refused before it is sent.
    static func backend(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        try APIEnvironment(
            name: "backend", baseURL: settings.baseURL, version: APIVersion(2),
            versions: [APIVersion(1), APIVersion(2)], defaultHeaders: settings.defaultHeaders)
    }
}
