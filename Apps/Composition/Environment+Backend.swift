import Foundation
import Networking

extension Environment {
    /// The app's own API, in its second version.
    static func backend(_ settings: AppSettings) throws(Failure) -> Environment {
        do throws(InvalidEnvironment) {
            return try Environment(
                name: "backend", baseURL: settings.baseURL, version: APIVersion(2),
                defaultHeaders: [
                    Header("Accept-Language", Locale.preferredLanguages.first ?? "en"),
                    Header("User-Agent", "strata/\(Strata.version)"),
                ])
        } catch {
            throw Failure(error.reason, settings.status(ofFaultIn: .baseURL))
        }
    }
}
