import BackendLauncher
import Foundation
import Testing

/// The server of the tests that need one: that of `STRATA_TEST_SERVER`, with the accounts, routes and fault switches of the sample
/// backend, or a new sample backend for each test.
enum TestServer {
    static let isAvailable = true
    static var absence: Comment { "STRATA_TEST_SERVER has no address" }

    static func run(_ body: @escaping @Sendable (URL) async throws -> Void) async throws {
        if let url = ProcessInfo.processInfo.environment["STRATA_TEST_SERVER"].flatMap(URL.init(string:)) {
            try await body(url)
        } else {
            try await BackendLauncher.run { backend in try await body(backend.url) }
        }
    }
}
