import Composition
import Foundation
import RawSocketServer
import TestSupport
import Testing

@testable import CommandLine

@Suite("The credential of strata api")
struct APICredentialTests {
    /// The Authorization and X-Api-Key fields of the request that `arguments` send.
    ///
    /// - Parameter target: `nil` for the server's absolute URL.
    private func signature(
        _ arguments: [String] = [], environment: [String: String] = [:], settings: String = "{}",
        target: String? = "/thing"
    ) async throws -> [String] {
        try await CannedServer.with("ok", type: "text/plain") { url, requests, place in
            _ = try place.file("secret", "analytical-engine\nsecond line\n")
            let replaced = { (text: String) in text.replacing("FOLDER", with: place.folder.path) }
            let file = try place.file("settings.json", replaced(settings))
            try await place.strata(
                ["api", target ?? url, "--settings", file] + arguments.map(replaced),
                environment: environment, code: 0)
            let fields = requests().first?.fields ?? []
            return fields.filter { ["authorization", "x-api-key"].contains($0.name.lowercased()) }.map(\.value)
        }
    }

    private static let basic =
        #"{"auth_type": "basic", "auth_user": "ada", "password_file": "FOLDER/secret"}"#

    @Test("the settings file configures each type of credential, which no other server receives")
    func file() async throws {
        let value = "Basic " + Data("ada:analytical-engine".utf8).base64EncodedString()
        #expect(try await signature(settings: Self.basic) == [value])
        #expect(try await signature(["--base-url", "http://127.0.0.1:9"], settings: Self.basic, target: nil) == [])
        let key = #"{"auth_type": "api_key", "api_key_file": "FOLDER/secret"}"#
        #expect(try await signature(settings: key) == ["analytical-engine"])
        #expect(try await signature(settings: #"{"auth_type": "none"}"#) == [])
    }

    @Test("a bearer token comes from a file, or from the environment if bearer was chosen")
    func token() async throws {
        let file = ["--auth", "bearer", "--token-file", "FOLDER/secret"]
        let environment = ["STRATA_TOKEN": "from-environment"]
        #expect(try await signature(file, environment: environment) == ["Bearer analytical-engine"])
        #expect(try await signature(["--auth", "bearer"], environment: environment) == ["Bearer from-environment"])
        #expect(try await signature(environment: environment) == [], "a variable alone signs nothing")
        let setting = #"{"auth_type": "bearer", "token_file": "FOLDER/secret"}"#
        #expect(try await signature(settings: setting) == ["Bearer analytical-engine"])
    }

    @Test(
        "a token that can't be used is an error that does not repeat it, and nothing is sent",
        arguments: [
            (["--auth", "bearer"], "Bearer canary", 64, "Leave out the word Bearer"),
            (["--auth", "bearer", "--token-file", "/nowhere"], "", 66, "can't be read"),
            (["--auth", "bearer", "--token-file", "/dev/null"], "", 66, "no text in its first line"),
            (["--token-file", "/dev/null"], "", 64, "--token-file requires --auth bearer"),
            (["--profile", "p", "--token-file", "/dev/null"], "", 64, "Remove --token-file"),
        ])
    func unusableToken(options: [String], variable: String, code: Int, part: String) async throws {
        try await Workplace.at { place in
            let outcome = try await place.strata(
                ["api", "/x"] + options, environment: ["STRATA_TOKEN": variable], code: code)
            #expect(outcome.errors.contains(part), "\(outcome.errors)")
            #expect(!outcome.errors.contains("canary"))
        }
    }

    @Test("every request states the user's language and the app's name, unless --header sets them")
    func defaultHeaders() async throws {
        try await CannedServer.with(#"{"data":{}}"#) { url, requests, place in
            for command in [["api", url], ["graphql", "{ a }", "--url", url]] {
                try await place.strata(command, code: 0)
                try await place.strata(command + ["-H", "accept-language: de", "-H", "user-agent: mine/1"], code: 0)
            }
            try await place.strata("transfers", "add", url, "-o", place.folder.appending(path: "file").path)
            try await place.strata("transfers", "run")
            #expect(requests().count == 5)
            let agents = requests().map { $0.fields.filter { $0.name.lowercased() == "user-agent" }.map(\.value) }
            let own = AppName.userAgent
            #expect(agents == [[own], ["mine/1"], [own], ["mine/1"], [own]])
            let languages = requests().map {
                $0.fields.filter { $0.name.lowercased() == "accept-language" }.map(\.value)
            }
            #expect(languages.allSatisfy { $0.count <= 1 } && languages[1] == ["de"] && languages[3] == ["de"])
        }
    }

    @Test("the refresh of a profile states them too")
    func profileHeaders() async throws {
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
            #expect(!(try await place.strata("api", url)).errors.contains("> "))
        }
    }
}
