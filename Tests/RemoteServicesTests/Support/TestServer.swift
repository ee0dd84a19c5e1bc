import Foundation
import InProcessBackend
import NIOTransport
import Networking
import Testing

/// The server of the tests that need one: that of `STRATA_TEST_SERVER`, with the accounts, routes and fault switches of the sample
/// backend, or a new sample backend for each test.
enum TestServer {
    static var isAvailable: Bool { true }
    static var absence: Comment { "STRATA_TEST_SERVER has no address" }

    private static var address: URL? {
        ProcessInfo.processInfo.environment["STRATA_TEST_SERVER"].flatMap(URL.init(string:))
    }

    static func run(
        _ body: @escaping @Sendable (APIEnvironment, any Transport) async throws -> Void
    ) async throws {
        guard let address else { return try await InProcessBackend.run { try await body($0, $1) } }
        let environment = try APIEnvironment(name: "server", baseURL: address, version: APIVersion(2))
        try await NIOTransport.withTransport { try await body(environment, $0) }
    }
}
