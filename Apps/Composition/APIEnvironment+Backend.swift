import Foundation
import Networking

extension APIEnvironment {
    /// The app's own API, in its second version.
    static func backend(_ settings: AppSettings) throws(InvalidAPIEnvironment) -> APIEnvironment {
        var headers = [HeaderField("Accept-Language", Locale.preferredLanguages.first ?? "en")]
        if let agent = settings.userAgent { headers.append(HeaderField("User-Agent", agent)) }
        return try APIEnvironment(
            name: "backend", baseURL: settings.baseURL, version: APIVersion(2), defaultHeaders: headers)
    }
}
