import Composition
import EngineTestSupport
import Foundation
import Networking
import Primitives
import RawSocketServer
import Testing

@testable import CommandLine
@testable import Lab

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
            let profiles = OAuthProfiles([try .file(URL(filePath: file))])
            let unknown = #expect(throws: Failure.self) { try profiles.named("other") }
            #expect(unknown?.status == .settings && unknown?.message.contains("Known profiles: bad, good") == true)
            let error = #expect(throws: SettingsError.self) { try profiles.named("bad") }
            #expect(error?.userMessage.contains(message) == true && error?.status == .settings)
            #expect(try profiles.named("good").clientID == "a")
        }
    }

    @Test("malformed or readable profiles do not affect commands without --profile")
    func unusable() async throws {
        for (file, message) in [
            (#"{"timeout": 5, "profiles": []}"#, "profiles must be an object"),
            (#"{"timeout": 5, "profiles": {"p": \#(Self.sound)}}"#, "chmod 600"),
        ] {
            try await Workplace.at { place in
                let settings = try await RunSettings.read(["--settings", try place.file("settings.json", file)])
                #expect(settings.app.timeout == .seconds(5))
                let error = #expect(throws: SettingsError.self) { try settings.lab.profiles.named("p") }
                #expect(error?.userMessage.contains(message) == true && error?.status == .settings)
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
            let client = "Basic " + Data("a:wrong".utf8).base64EncodedString()
            #expect(requests().map { $0["Authorization"] } == [client])
        }
    }

    @Test("the error for an ended session names its profile and server, also when its end is stored")
    func ended() async throws {
        try await TokenServer.with { server, place in
            server.gate.open()
            let file = try place.settings(at: place.backend.absoluteString, refreshToken: "spent")
            for _ in 1...2 {
                let outcome = try await place.strata("api", "/v2", "--profile", "p", "--settings", file, code: 77)
                #expect(
                    outcome.errors
                        == "strata: The session of the profile p at \(place.backend) has ended. "
                        + "Put a new refresh_token into the settings file.\n")
            }
            #expect(server.refreshes == 1)
        }
    }

    @Test("any permission for the group or others is an error", arguments: [0o640, 0o620, 0o610, 0o604, 0o602, 0o601])
    func mode(mode: Int) async throws {
        try await Workplace.at { place in
            let open = try place.settings(at: "http://a", mode: mode)
            let error = #expect(throws: SettingsError.self) {
                try OAuthProfiles([.file(URL(filePath: open))]).named("p")
            }
            #expect(error?.reason.contains("chmod 600") == true)
            let closed = try place.settings(at: "http://a")
            #expect(try OAuthProfiles([.file(URL(filePath: closed))]).named("p").clientID == "a")
        }
    }

    @Test("an ephemeral session refuses a profile, because its next refresh token would be lost")
    func ephemeral() async throws {
        try await Workplace.at { place in
            let file = try place.settings(at: place.backend.absoluteString)
            let command = ["api", "/v2/users/me", "--profile", "p", "--settings", file]
            try await Refusal.check(command + ["--session", "ephemeral"], "use --session default")
            // The environment of a refusal has an ephemeral session.
            try await Refusal.check(command, "use --session default", .settings)
        }
    }
}

@Suite("The folder of profile credentials")
struct ProfileFolderTests {
    @Test("a profile name that could leave the folder is an error", arguments: ["", "..", "a/b", "../x", "a b"])
    func name(name: String) async throws {
        try await TemporaryFolder.with { folder in
            _ = #expect(throws: Failure.self) {
                try FileCredentialStorage.profile(name, beginningWith: Secret("first"), in: folder)
            }
        }
    }

    @Test("the profile folder and its parents are accessible to their owner only")
    func modes() async throws {
        try await TemporaryFolder.with { folder in
            _ = try FileCredentialStorage.profile(
                "p", beginningWith: Secret("first"), in: folder.appending(path: "a/b"))
            for path in ["a", "a/b", "a/b/profiles"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700, "\(path)")
            }
        }
    }
}
