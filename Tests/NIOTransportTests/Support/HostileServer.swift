import Foundation
import Networking
import Primitives
import TestSupport
import Testing

/// What tests of hostile servers share.
enum HostileServer {
    /// A session with the standard pipeline and the system's clock.
    static func session(at authority: String, over transport: any Transport) throws -> Session<TestGuest> {
        let random = SystemRandomSource()
        let url = try #require(URL(string: "http://\(authority)"))
        return Client(
            environment: try APIEnvironment(name: "hostile", baseURL: url), coding: PlainJSONBodyCoding(),
            pipeline: .standard(
                over: transport, health: OriginHealth(policy: .never, random: random), random: random),
            time: SystemTimeSource(), identifiers: RandomIdentifierSource()
        ).session(for: TestGuest.self)
    }

    /// A JSON array that contains `depth` arrays, each in the previous one.
    static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    /// A call that should have failed.
    struct Unexpected: Error {
        let description: String
    }
}
