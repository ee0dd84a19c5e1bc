import Composition
import EngineTestSupport
import Foundation
import HTTPTypes
import RawSocketServer
import Testing

@testable import CommandLine
@testable import Lab

@Suite("The credential of strata api")
struct APICredentialTests {
    @Test("the settings file configures each type of credential, which no other server receives")
    func file() async throws {
        try await Workplace.at { place in
            let secret = try place.file("secret", "analytical-engine\nsecond line\n")
            let basic = "Basic " + Data("ada:analytical-engine".utf8).base64EncodedString()
            for (file, target, signature) in [
                (#"{"auth_type": "basic", "auth_user": "ada", "password_file": "\#(secret)"}"#, "/thing", basic),
                (#"{"auth_type": "api_key", "api_key_file": "\#(secret)"}"#, "/thing", "analytical-engine"),
                (#"{"auth_type": "bearer", "token_file": "\#(secret)"}"#, "/thing", "Bearer analytical-engine"),
                (#"{"auth_type": "none"}"#, "/thing", nil),
                (
                    #"{"auth_type": "basic", "auth_user": "ada", "password_file": "\#(secret)"}"#, "http://a.example/",
                    nil
                ),
            ] as [(String, String, String?)] {
                var settings = try await RunSettings.read(file: file)
                settings.app.session = .ephemeral
                let server = MockTransport(.text("ok"))
                let lab = settings.lab
                _ = try await ComposedApp.over(server, settings.app) { app in
                    try await app.call(target, [], lab: lab)
                }
                let fields = try #require(server.calls.first).request.headerFields
                let key = HTTPField.Name("X-Api-Key").flatMap { fields[$0] }
                #expect([fields[.authorization], key].compactMap(\.self) == (signature.map { [$0] } ?? []), "\(file)")
            }
        }
    }

    @Test("a bearer token comes from a file, or from the environment if bearer was chosen")
    func token() async throws {
        try await CannedServer.with("ok", type: "text/plain") { _, requests, place in
            let file = try place.file("secret", "analytical-engine\nsecond line\n")
            let environment = ["STRATA_TOKEN": "from-environment"]
            for options in [["--auth", "bearer", "--token-file", file], ["--auth", "bearer"], []] {
                try await place.strata(["api", "/thing"] + options, environment: environment, code: 0)
            }
            let signatures = requests().map { $0["Authorization"] }
            #expect(
                signatures == ["Bearer analytical-engine", "Bearer from-environment", nil],
                "a variable alone signs nothing")
        }
    }

    @Test(
        "a token that can't be used is an error that does not repeat it",
        arguments: [
            (nil, "Bearer canary", .usage, "Leave out the word Bearer"),
            ("/nowhere", "", .unsuitableFile, "can't be read"),
            ("/dev/null", "", .unsuitableFile, "no text in its first line"),
        ] as [(String?, String, Failure.Status, String)])
    func unusableToken(file: String?, variable: String, status: Failure.Status, part: String) async throws {
        let failure = await #expect(throws: Failure.self) {
            try await SecretInput(tokenFile: file, environment: ["STRATA_TOKEN": variable]).authorization()
        }
        #expect(failure?.status == status && failure?.message.contains(part) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.contains("canary") == false)
    }

    @Test("every request states the user's language and the app's name, unless --header sets them")
    func defaultHeaders() async throws {
        try await CannedServer.with(#"{"data":{}}"#) { url, requests, place in
            for command in [["api", url], ["graphql", "{ a }", "--url", url]] {
                try await place.strata(command, environment: ["LC_ALL": "fr_CA.UTF-8"], code: 0)
                try await place.strata(command + ["-H", "accept-language: de", "-H", "user-agent: mine/1"], code: 0)
            }
            let own = AppName.userAgent
            #expect(requests().flatMap { $0.values("User-Agent") } == [own, "mine/1", own, "mine/1"])
            #expect(requests().flatMap { $0.values("Accept-Language") } == ["fr-CA", "de", "fr-CA", "de"])
        }
        try await TokenServer.with { server, place in
            server.gate.open()
            let settings = try place.settings(at: place.backend.absoluteString)
            try await place.strata(
                "api", "/", "--profile", "p", "--settings", settings, environment: ["LC_ALL": "de_DE.UTF-8"], code: 0)
            let refresh = try #require(server.requests.first { $0.line.hasPrefix("POST /token") })
            #expect(refresh["User-Agent"] == AppName.userAgent && refresh["Accept-Language"] == "de-DE")
        }
    }

    @Test("--verbose lists the header fields of each request and response, without possible secrets")
    func verbose() async throws {
        let secret = Canary("fields")
        try await CannedServer.with(#"{"data":{}}"#) { url, _, place in
            let outcome = try await place.strata(
                "api", "\(url)?q=\(secret.text)", "--auth", "bearer", "-v",
                environment: ["STRATA_TOKEN": secret.text], code: 0)
            for line in [
                "> GET \(url)?q=‹redacted›", "> Authorization: ‹redacted›", "> User-Agent: \(AppName.userAgent)",
                "< 200 ", "< Content-Type: application/graphql-response+json",
            ] { #expect(outcome.errors.contains("\n\(line)"), "\(outcome.errors)") }
            #expect(!secret.isFound(in: outcome.errors))
        }
    }
}
