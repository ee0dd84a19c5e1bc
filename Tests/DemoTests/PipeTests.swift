import Foundation
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
        try await Workplace.with { place in
            _ = try await place.logIn()
            let outcome = try await place.strata(
                "api", "PUT", "/v2/users/u-ada/avatar", "--form", "file=@/dev/stdin;type=image/png",
                input: "\u{89}PNG")
            // The backend accepts the part's type, but its bytes are not a picture.
            #expect(!outcome.errors.contains("can't be read"), "\(outcome.errors)")
            #expect([65, 0].contains(outcome.code), "\(outcome.output)")
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
