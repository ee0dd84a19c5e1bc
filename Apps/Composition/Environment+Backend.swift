import Foundation
import Networking

extension Environment {
    /// The app's own API, in its second version.
    static func backend(_ settings: AppSettings) throws(InvalidEnvironment) -> Environment {
        var headers = [Header("Accept-Language", Locale.preferredLanguages.first ?? "en")]
        if let agent = settings.userAgent { headers.append(Header("User-Agent", agent)) }
        return try Environment(
            name: "backend", baseURL: settings.baseURL, version: APIVersion(2), defaultHeaders: headers)
    }
}
