import Foundation
import Networking
import Testing

/// The server that `Tests/Conformance/run.sh` started for this run.
enum Httpbin {
    /// For example `http://127.0.0.1:40123`; `nil` in a plain `swift test`.
    static let address = ProcessInfo.processInfo.environment["STRATA_HTTPBIN"]

    static func environment() throws -> APIEnvironment {
        let address = try #require(address)
        return try APIEnvironment(name: "httpbin", baseURL: try #require(URL(string: address)))
    }

    /// The same server under another name, and so another origin.
    static func otherOrigin() throws -> String {
        try #require(address).replacing("127.0.0.1", with: "localhost")
    }
}

extension Trait where Self == ConditionTrait {
    /// The suite requires httpbin. Without it nothing is sent: `make test` stays offline.
    static var againstHttpbin: Self {
        .enabled(if: Httpbin.address != nil, "STRATA_HTTPBIN is not set: `make conformance` starts httpbin and sets it")
    }
}
