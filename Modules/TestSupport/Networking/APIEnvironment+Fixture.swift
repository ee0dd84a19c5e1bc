import Foundation
public import Networking

extension APIEnvironment {
    /// An environment with defaults: `https://api.example.com` without versions.
    public static func fixture(
        baseURL: String = "https://api.example.com", version: APIVersion? = nil, versions: Set<APIVersion>? = nil,
        defaultHeaders: [HeaderField] = []
    ) throws(InvalidAPIEnvironment) -> APIEnvironment {
        // The environment rejects an invalid URL as one that is not absolute.
        try APIEnvironment(
            name: "fixture", baseURL: URL(string: baseURL) ?? URL(filePath: baseURL), version: version,
            versions: versions, defaultHeaders: defaultHeaders)
    }
}
