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

    @Test(
        "the error for an invalid response names the problem and does not blame the address",
        arguments: [
            "X-Long: \(String(repeating: "a", count: 300_000))\r\n",
            (1...2_000).map { "X-\($0): a\r\n" }.joined(), "Content-Encoding: gzip\r\n",
        ])
    func unreadable(fields: String) async throws {
        let failure = try await CannedServer.with("this is no gzip", fields: fields) { _, _, place in
            try await place.strata("api", "/", "--max-retries", "0", code: 76)
        }
        let prefix = "strata: The server's response can't be read: "
        #expect(failure.errors.hasPrefix(prefix) && failure.errors.count > prefix.count + 10, "\(failure.errors)")
        #expect(!failure.errors.contains("address"))
    }

    @Test(
        "with --max-redirects 0 a redirect is printed as a success, and what can't be followed is an error",
        arguments: [
            (302, "Location: /elsewhere\r\n", "moved", ["--max-redirects", "0", "--include"], 0),
            (302, "Location: /elsewhere\r\n", "moved", ["--max-redirects", "3"], 76),
            (302, "Location: /%zz\r\n", "", [], 76), (200, "", #"{"next": "/?page=%zz"}"#, ["--paginate"], 70),
            // A 304 is not a redirect, so it is not the requested response.
            (304, "", "", [], 70),
        ])
    func redirect(status: Int, fields: String, body: String, options: [String], code: Int) async throws {
        try await CannedServer.with(body, status: status, fields: fields) { _, _, place in
            let outcome = try await place.strata(["api", "/"] + options, code: code)
            guard code == 0 else { return }
            #expect(outcome.errors.isEmpty)
            #expect(outcome.output.contains("HTTP/1.1 302") && outcome.output.contains("Location: /elsewhere"))
        }
    }
}
