import Foundation
import Primitives
import Testing

@testable import CommandLine
@testable import Lab

@Suite("Ephemeral sessions")
struct EphemeralSessionTests {
    @Test("commands of an ephemeral session create no file, read no stored login, and a login ends with its command")
    func dataFolder() async throws {
        try await Workplace.with(login: .ada) { place in
            let folder = place.folder.appending(path: "home")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let environment = [
                "STRATA_SESSION": "ephemeral", "STRATA_BASE_URL": place.backend.absoluteString, "HOME": folder.path,
                "TMPDIR": folder.path, "STRATA_DATA_DIR": folder.appending(path: "data").path,
            ]
            let password = DemoAccount.ada.password.reveal() + "\n"
            let login = try await Workplace.strata(
                ["login", DemoAccount.ada.email], input: password, environment: environment)
            #expect(login.code == 0 && login.errors.contains("This login ends with the command"))
            for (command, code) in [(["whoami"], 77), (["api", "/v2/health"], 0), (["logout"], 0)] {
                #expect(try await Workplace.strata(command, environment: environment).code == code)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            try await place.strata("whoami", "--session", "ephemeral", code: 77)
            #expect(try await place.strata("whoami").code == 0, "a default session stores its login")
        }
    }

    @Test("a profile is refused, because its next refresh token would be lost")
    func profile() async throws {
        try await Workplace.at { place in
            let settings = try place.settings(at: place.backend.absoluteString)
            let arguments = ["api", "/v2/users/me", "--profile", "p", "--settings", settings]
            let typed = try await place.strata(arguments + ["--session", "ephemeral"], code: 64)
            #expect(typed.errors.contains("use --session default"))
            try await place.strata(arguments, environment: ["STRATA_SESSION": "ephemeral"], code: 78)
            #expect(!FileManager.default.fileExists(atPath: place.dataFolder.path))
        }
    }
}
