import Foundation
import RawSocketServer
import Testing

@testable import Demo

@Suite("A pipe instead of a file")
struct PipeTests {
    private static let login = #"{"email":"ada@example.com","password":"analytical-engine"}"#

    @Test("the bytes of a pipe are the request body", arguments: ["@-", "@/dev/stdin"])
    func data(source: String) async throws {
        try await Workplace.with { place in
            let outcome = try await place.strata(
                "api", "/v2/auth/login", "--data", source, "-H", "Content-Type: application/json", input: Self.login)
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("refresh_token"))
        }
    }

    @Test("a pipe can be a part of a form")
    func form() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
            try await Workplace.withoutBackend { place in
                let outcome = try await place.strata(
                    "api", "PUT", "http://\(server.authority)/", "--form", "file=@/dev/stdin;type=image/png",
                    input: "from a pipe")
                #expect(outcome.code == 0, "\(outcome.errors)")
                let body = String(decoding: server.requests.first?.body ?? Data(), as: UTF8.self)
                #expect(body.contains("Content-Type: image/png\r\n\r\nfrom a pipe\r\n"), "\(body)")
            }
        }
    }

    @Test("a pipe can contain settings or a password")
    func settings() async throws {
        try await Workplace.with { place in
            let settings = try await place.strata(
                "whoami", "--settings", "/dev/stdin", input: #"{"timeout": "soon"}"#)
            #expect(settings.code == 78)
            #expect(settings.errors.contains("timeout must be a number"))
            let login = try await place.strata(
                "login", "ada@example.com", "--password-file", "/dev/stdin", input: "analytical-engine\n")
            #expect(login.code == 0, "\(login.errors)")
        }
    }
}
