import Foundation
public import Networking

extension APIEnvironment {
    /// An environment of which a test says only what matters to it: `https://api.example.com` without versions.
    public static func fixture(
        baseURL: String = "https://api.example.com", version: APIVersion? = nil, versions: Set<APIVersion>? = nil,
        defaultHeaders: [HeaderField] = []
    ) throws(InvalidAPIEnvironment) -> APIEnvironment {
        // What is no URL at all is, for the environment, one that is not absolute.
        try APIEnvironment(
            name: "fixture", baseURL: URL(string: baseURL) ?? URL(filePath: baseURL), version: version,
            versions: versions, defaultHeaders: defaultHeaders)
    }
}
