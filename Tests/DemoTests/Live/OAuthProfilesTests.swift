import Foundation
import RawSocketServer
import Testing

@testable import Demo

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
        try await Workplace.withoutBackend { place in
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
        try await Workplace.withoutBackend { place in
            for (profiles, message) in [
                ("[]", "profiles must be an object"), (#"{"good": \#(Self.sound)}"#, "chmod 600"),
            ] {
                let file = try place.file("settings.json", Data(#"{"timeout": 5, "profiles": \#(profiles)}"#.utf8))
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
                let used = try await place.strata("api", "/v2", "--profile", "good", "--settings", file)
                #expect(used.code == 78)
                #expect(used.errors.contains(message), "\(used.errors)")
                #expect(try await place.strata("whoami", "--settings", file).code == 77)
            }
        }
    }

    @Test("a refusal of the client and a token server that is down are errors of the token server")
    func refused() async throws {
        try await Workplace.withoutBackend { place in
            let refusal = #"{"error": "invalid_client"}"#
            try await CannedServer.with(refusal, status: 401, type: "application/json") { url, requests in
                for (address, code, message) in [
                    (
                        url.replacing("/graphql", with: ""), 78,
                        "The server refused to refresh your session (401, invalid_client)."
                    ), ("http://127.0.0.1:9", 69, "Could not connect to http://127.0.0.1:9 (connection refused)."),
                ] {
                    let file = try place.file(
                        "settings.json",
                        """
                        {"profiles": {"p": {
                            "base_url": "http://127.0.0.1:10", "token_url": "\(address)/token", "client_id": "a",
                            "client_secret": "wrong", "refresh_token": "r"}}}
                        """, mode: 0o600)
                    let outcome = try await place.strata("api", "/", "--profile", "p", "--settings", file)
                    #expect(outcome.code == code, "\(outcome.errors)")
                    #expect(outcome.errors.contains(address), "\(outcome.errors)")
                    #expect(outcome.errors.contains(message), "\(outcome.errors)")
                }
                #expect(requests().count == 1)
            }
        }
    }

    @Test("the error for an ended session names its profile and server")
    func ended() async throws {
        try await Workplace.with { place in
            let file = try place.file(
                "settings.json",
                """
                {"profiles": {"demo": {
                    "base_url": "\(place.backend)", "token_url": "\(place.backend)/oauth/token",
                    "client_id": "strata-demo", "client_secret": "punched-cards", "refresh_token": "spent"}}}
                """, mode: 0o600)
            for _ in 1...2 {
                let outcome = try await place.strata("api", "/v2/users/me", "--profile", "demo", "--settings", file)
                #expect(outcome.code == 77)
                #expect(
                    outcome.errors
                        == "strata: The session of the profile demo at \(place.backend) has ended. "
                        + "Put a new refresh_token into the settings file.\n")
            }
        }
    }

    @Test("any permission for the group or others is an error", arguments: [0o640, 0o620, 0o610, 0o604, 0o602, 0o601])
    func mode(mode: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "settings.json")
            let profile = #"{"base_url":"http://a","token_url":"http://a/t","client_id":"a","refresh_token":"r"}"#
            let content = Data(#"{"profiles":{"demo":\#(profile)}}"#.utf8)
            try content.write(to: file)
            for (mode, isRefused) in [(mode, true), (0o600, false)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
                let profiles = try SettingsSource.file(file).profiles
                if isRefused {
                    let error = #expect(throws: SettingsError.self) { try profiles.named("demo") }
                    #expect(error?.reason.contains("chmod 600") == true)
                } else {
                    #expect(try profiles.named("demo").clientID == "a")
                }
            }
        }
    }
}
