import Foundation
import RawSocketServer
import TestSupport
import Testing

@testable import CommandLine

@Suite("A pipe instead of a file", .timeLimit(.minutes(20)))
struct PipeTests {
    private static let login = #"{"email":"ada@example.com","password":"analytical-engine"}"#

    @Test("the bytes of a pipe are the request body", arguments: ["@-", "@/dev/stdin"])
    func data(source: String) async throws {
        try await Workplace.with { place in
            let outcome = try await place.strata(
                "api", "/v2/auth/login", "--data", source, "-H", "Content-Type: application/json", input: Self.login,
                code: 0)
            #expect(outcome.output.contains("refresh_token"))
        }
    }

    @Test("a pipe can be a part of a form")
    func form() async throws {
        try await CannedServer.with("{}") { url, requests, place in
            try await place.strata(
                "api", "PUT", url, "--form", "file=@/dev/stdin;type=image/png",
                input: "from a pipe", code: 0)
            let body = String(decoding: requests().first?.body ?? Data(), as: UTF8.self)
            #expect(body.contains("Content-Type: image/png\r\n\r\nfrom a pipe\r\n"), "\(body)")
        }
    }

    @Test(
        "a named pipe is read like a file",
        arguments: [
            (["api", "/v2/auth/login", "-H", "Content-Type: application/json", "--data", "@PIPE"], login),
            (["login", "ada@example.com", "--password-file", "PIPE"], "analytical-engine\n"),
            (["api", "/v2/health", "--auth", "api-key", "--api-key-file", "PIPE"], "a key\n"),
            (["api", "/v2/health", "--settings", "PIPE"], #"{"timeout": 5}"#),
        ])
    func named(arguments: [String], content: String) async throws {
        try await Workplace.with { place in
            let pipe = try place.pipe("pipe")
            async let outcome = place.strata(arguments.map { $0.replacing("PIPE", with: pipe.path) })
            try await pipe.write(Data(content.utf8))
            let result = try await outcome
            #expect(result.code == 0, "\(result.errors)")
        }
    }

    @Test("profiles in a pipe of the shell are used: --settings <(…)")
    func substitutedProfiles() async throws {
        try await TokenServer.with { tokens, place in
            tokens.gate.open()
            let result = try await Workplace.run(
                URL(filePath: "/bin/bash"),
                ["-c", #""$0" api /v2 --profile p --data-dir "$1" --settings <(cat "$2")"#]
                    + [
                        Binaries.strata.path, place.dataFolder.path,
                        try place.settings(at: place.backend.absoluteString),
                    ],
                environment: ["STRATA_BASE_URL": place.backend.absoluteString])
            #expect(result.code == 0, "\(result.errors)")
        }
    }
}
