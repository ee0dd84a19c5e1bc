import Files
import Foundation
import HTTPTypes
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

    /// The server of the variable gets its first data back before each test, so only one test at a time may use it.
    static func run(
        _ body: @escaping @Sendable (APIEnvironment, any Transport) async throws -> Void
    ) async throws {
        guard let address else { return try await InProcessBackend.run { try await body($0, $1) } }
        let turn = try turn()
        defer { withExtendedLifetime(turn) {} }
        try await NIOTransport.withTransport { transport in
            let reset = HTTPRequest(method: .post, url: address.appending(path: "faults/reset"))
            let status = try await transport.send(reset, body: .empty).head.status
            guard status == .noContent else {
                throw Unusable("POST /faults/reset of STRATA_TEST_SERVER has status \(status.code), not 204")
            }
            try await body(APIEnvironment(name: "server", baseURL: address, version: APIVersion(2)), transport)
        }
    }

    private static func turn() throws -> FileLock {
        do throws(FileError) {
            return try FileLock(FileManager.default.temporaryDirectory.appending(path: "strata-test-server.lock").path)
        } catch {
            guard error.kind == .locked else { throw error }
            throw Unusable("STRATA_TEST_SERVER is in use by another test: run `swift test --no-parallel`")
        }
    }

    private struct Unusable: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
