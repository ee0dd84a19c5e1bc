import Foundation
import Testing

@testable import Demo

@Suite("A settings file with secrets")
struct SettingsFileTests {
    @Test("any permission for the group or others is an error", arguments: [0o640, 0o620, 0o610, 0o604, 0o602, 0o601])
    func mode(mode: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "settings.json")
            let profile = #"{"base_url":"http://a","token_url":"http://a/t","client_id":"a","refresh_token":"r"}"#
            let content = Data(#"{"profiles":{"demo":\#(profile)}}"#.utf8)
            try content.write(to: file)
            for (mode, isRefused) in [(mode, true), (0o600, false)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
                let profiles = OAuthProfiles(content, of: file, place: "The file")
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
