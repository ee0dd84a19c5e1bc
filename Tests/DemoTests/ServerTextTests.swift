import Foundation
import RawSocketServer
import Testing

@testable import Demo

@Suite("Server text in messages and results")
struct ServerTextTests {
    /// Runs a command against a server that answers each request with `response`.
    private func outcome(of response: String, _ arguments: String...) async throws -> Outcome {
        try await outcome(of: Data(response.utf8), arguments)
    }

    private func outcome(of response: Data, _ arguments: [String]) async throws -> Outcome {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send(response)
                await connection.waitForEnd()
            }
            return try await TemporaryFolder.with { folder in
                try await Workplace.strata(
                    arguments + ["--base-url", "http://\(server.authority)", "--data-dir", folder.path],
                    input: "secret\n")
            }
        }
    }

    private func response(_ status: String, _ fields: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    @Test("escape sequences and line breaks in a server's message do not reach the terminal")
    func message() async throws {
        let body = #"{"detail": "\u001b[2Jgone\r\nstrata: fake\u009b31m\u0007"}"#
        let failure = try await outcome(
            of: response("422 No", "Content-Type: application/problem+json\r\n", body), "login", "ada@example.com")
        #expect(failure.code == 65)
        #expect(failure.errors.contains("gone") && failure.errors.contains("fake"), "\(failure.errors)")
        #expect(failure.errors.count(where: \.isNewline) == 1 && failure.errors.hasSuffix("\n"))
        let shown = failure.errors.dropLast().unicodeScalars
        #expect(!shown.contains { $0.properties.generalCategory == .control })
    }

    @Test("with --verbose, a response of another shape is described by its place and shape, without its values")
    func shape() async throws {
        let body = #"{"access_token": "canary", "user": {"id": 5, "role": "canary"}}"#
        let failure = try await outcome(
            of: response("200 OK", "Content-Type: application/json\r\n", body), "login", "ada@example.com", "--verbose")
        #expect(failure.code == 70)
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
        let failure = try await outcome(
            of: response("200 OK", fields, "this is no gzip"), "api", "/", "--max-retries", "0")
        #expect(failure.code == 76, "\(failure.errors)")
        let prefix = "strata: The server's response can't be read: "
        #expect(failure.errors.hasPrefix(prefix) && failure.errors.count > prefix.count + 10, "\(failure.errors)")
        #expect(!failure.errors.contains("address"))
    }

    @Test("with --max-redirects 0 a redirect is printed as a success")
    func redirect() async throws {
        let moved = response("302 Found", "Location: /elsewhere\r\nConnection: close\r\n", "moved")
        let shown = try await outcome(of: moved, "api", "/", "--max-redirects", "0", "--include")
        #expect(shown.code == 0 && shown.errors.isEmpty, "\(shown.errors)")
        #expect(shown.output.contains("HTTP/1.1 302") && shown.output.contains("Location: /elsewhere"))
        let circle = try await outcome(of: moved, "api", "/", "--max-redirects", "3")
        #expect(circle.code == 76, "\(circle.errors)")
        let malformed = response("302 Found", "Location: /%zz\r\nConnection: close\r\n", "")
        #expect(try await outcome(of: malformed, "api", "/").code == 76)
        let page = response("200 OK", "Content-Type: application/json\r\n", #"{"next": "/?page=%zz"}"#)
        #expect(try await outcome(of: page, "api", "/", "--paginate").code == 70)
        // A 304 is not a redirect, so it is not the requested response.
        #expect(try await outcome(of: response("304 Not Modified", "", ""), "api", "/").code == 70)
    }
}
