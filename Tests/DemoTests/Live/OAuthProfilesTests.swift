import Foundation
import RawSocketServer
import Testing

@testable import CommandLine

@Suite("The profiles of a settings file")
struct OAuthProfilesTests {
    private static let sound = """
        {"base_url": "http://127.0.0.1:9", "token_url": "http://127.0.0.1:9/token", "client_id": "a", "refresh_token": "r"}
        """

    @Test(
        "an invalid profile fails only the command that uses it",
        arguments: [
            (#"{"base_url": "http://127.0.0.1:9"}"#, "profiles.bad.token_url is missing."), ("7", "profiles.bad"),
            (#"{"base_url": 1}"#, "profiles.bad.base_url has the wrong type."),
            (#"{"base_url": "here"}"#, "profiles.bad.base_url must be an address"),
            (#"{"surprise": "x"}"#, "profiles.bad.surprise is not a profile setting"),
        ])
    func faulty(profile: String, message: String) async throws {
        try await Workplace.at { place in
            let file = try place.file(
                "settings.json", #"{"profiles": {"good": \#(Self.sound), "bad": \#(profile)}}"#, mode: 0o600)
            let profiles = try SettingsSource.file(URL(filePath: file)).profiles
            let error = #expect(throws: SettingsError.self) { try profiles.named("bad") }
            #expect(error?.userMessage.contains(message) == true && error?.status == .settings)
            #expect(try profiles.named("good").clientID == "a")
        }
    }

    @Test("malformed or readable profiles do not affect commands without --profile")
    func unusable() async throws {
        try await Workplace.at { place in
            let malformed = { try place.file("settings.json", #"{"timeout": 5, "profiles": []}"#) }
            let readable = { try place.settings(at: "http://127.0.0.1:9", mode: 0o644) }
            for (file, message) in [(malformed, "profiles must be an object"), (readable, "chmod 600")] {
                let settings = ["--settings", try file()]
                let used = try await place.strata(["api", "/v2", "--profile", "p"] + settings, code: 78)
                #expect(used.errors.contains(message), "\(used.errors)")
                try await place.strata(["whoami"] + settings, code: 77)
            }
        }
    }

    @Test("a refusal of the client and a token server that is down are errors of the token server")
    func refused() async throws {
        try await CannedServer.with(#"{"error": "invalid_client"}"#, status: 401) {
            _, requests, place in
            for (address, code, message) in [
                (
                    "\(place.backend)", 78,
                    "The server refused to refresh your session (401, invalid_client)."
                ), ("http://127.0.0.1:9", 69, "Could not connect to http://127.0.0.1:9 (connection refused)."),
            ] {
                let file = try place.settings(at: "http://127.0.0.1:10", tokens: address + "/token", secret: "wrong")
                let outcome = try await place.strata("api", "/", "--profile", "p", "--settings", file, code: code)
                #expect(outcome.errors.contains(address), "\(outcome.errors)")
                #expect(outcome.errors.contains(message), "\(outcome.errors)")
            }
            #expect(requests().count == 1)
        }
    }

    @Test("the error for an ended session names its profile and server")
    func ended() async throws {
        try await Workplace.with { place in
            let file = try place.settings(
                profile: "demo", at: "\(place.backend)", tokens: "\(place.backend)/oauth/token",
                client: "strata-demo",
                secret: "punched-cards", refreshToken: "spent")
            for _ in 1...2 {
                let outcome = try await place.strata("api", "/v2", "--profile", "demo", "--settings", file, code: 77)
                #expect(
                    outcome.errors
                        == "strata: The session of the profile demo at \(place.backend) has ended. "
                        + "Put a new refresh_token into the settings file.\n")
            }
        }
    }

    @Test("any permission for the group or others is an error", arguments: [0o640, 0o620, 0o610, 0o604, 0o602, 0o601])
    func mode(mode: Int) async throws {
        try await Workplace.at { place in
            let open = try place.settings(at: "http://a", mode: mode)
            let error = #expect(throws: SettingsError.self) {
                try SettingsSource.file(URL(filePath: open)).profiles.named("p")
            }
            #expect(error?.reason.contains("chmod 600") == true)
            let closed = try place.settings(at: "http://a")
            #expect(try SettingsSource.file(URL(filePath: closed)).profiles.named("p").clientID == "a")
        }
    }
}
