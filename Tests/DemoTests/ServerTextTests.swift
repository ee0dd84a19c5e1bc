import Foundation
import Testing

@testable import CommandLine

@Suite("Server text in messages and results")
struct ServerTextTests {
    @Test("escape sequences and line breaks in a server's message do not reach the terminal")
    func message() async throws {
        let body = #"{"detail": "\u001b[2Jgone\r\nstrata: fake\u009b31m\u0007"}"#
        let failure = try await CannedServer.with(body, status: 422, type: "application/problem+json") { _, _, place in
            try await place.strata("login", "ada@example.com", input: "secret\n", code: 65)
        }
        #expect(failure.errors.contains("gone") && failure.errors.contains("fake"), "\(failure.errors)")
        #expect(failure.errors.count(where: \.isNewline) == 1 && failure.errors.hasSuffix("\n"))
        let shown = failure.errors.dropLast().unicodeScalars
        #expect(!shown.contains { $0.properties.generalCategory == .control })
    }

    @Test("with --verbose, a response of another shape is described by its place and shape, without its values")
    func shape() async throws {
        let body = #"{"access_token": "canary", "user": {"id": 5, "role": "canary"}}"#
        let failure = try await CannedServer.with(body, type: "application/json") { _, _, place in
            try await place.strata("login", "ada@example.com", "--verbose", input: "secret\n", code: 70)
        }
        #expect(failure.errors.contains("strata: Expected "), "\(failure.errors)")
        #expect(!failure.errors.contains("canary"))
    }

    @Test("the error for an invalid response names the problem and does not blame the address")
    func unreadable() async throws {
        let fields = "X-Long: \(String(repeating: "a", count: 300_000))\r\n"
        let failure = try await CannedServer.with("{}", fields: fields) { _, _, place in
            try await place.strata("login", "ada@example.com", "--max-retries", "0", input: "secret\n", code: 76)
        }
        let prefix = "strata: The server's response can't be read: "
        #expect(failure.errors.hasPrefix(prefix) && failure.errors.count > prefix.count + 10, "\(failure.errors)")
        #expect(!failure.errors.contains("address"))
    }
}
