import Foundation
import Primitives
import Testing

@testable import Demo

@Suite("strata login, whoami, logout")
struct LoginCommandTests {
    @Test("only the owner can read the file with the tokens")
    func filesArePrivate() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let files = try FileManager.default.contentsOfDirectory(atPath: place.dataFolder.path)
            #expect(files.contains("store.sqlite"))
            for file in files {
                let path = place.dataFolder.appending(path: file).path
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(file)")
            }
        }
    }

    @Test("a logout removes every byte of the account's data")
    func logoutLeavesNothing() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            _ = try await place.strata("users", "list")
            let logout = try await place.strata("logout")
            #expect(logout.code == 0)
            #expect(logout.output == "Logged out.\n")
            #expect(try await place.strata("whoami").code == 77)
            for file in try FileManager.default.contentsOfDirectory(atPath: place.dataFolder.path) {
                let bytes = try Data(contentsOf: place.dataFolder.appending(path: file))
                #expect(bytes.range(of: Data("ada@example.com".utf8)) == nil, "\(file)")
            }
        }
    }

    @Test("a logout at one address does not affect the login at another")
    func logoutElsewhere() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            // The same data folder, with a base URL that has no login.
            let elsewhere = try await Workplace.strata(
                ["logout", "--base-url", "http://127.0.0.1:9", "--data-dir", place.dataFolder.path])
            #expect(elsewhere.output == "You were not logged in at http://127.0.0.1:9.\n")
            #expect(try await place.strata("whoami").code == 0)
        }
    }

    @Test("a login at another server replaces the stored one only if the user agrees")
    func replacement() async throws {
        try await Workplace.with { place in
            try await Workplace.with { other in
                #expect(try await place.logIn().code == 0)
                let there = ["login", "ada@example.com", "--base-url", other.backend.absoluteString]
                let password = DemoAccount.ada.password.reveal() + "\n"
                let refused = try await place.strata(there, input: password)
                #expect(refused.code == 64 && refused.errors.contains("--replace"), "\(refused.errors)")
                let terminal = try PseudoTerminal(columns: 400)
                let declined = try await place.strata(on: terminal, there) { _ in
                    #expect(await terminal.shows("You are logged in at \(place.backend). Replace that login? [y/N]"))
                    try terminal.type("n\n")
                }
                #expect(declined.code == 1)
                #expect(try await place.strata("whoami").code == 0)
                let replaced = try await place.strata(there + ["--replace"], input: password)
                #expect(replaced.code == 0, "\(replaced.errors)")
                #expect(try await place.strata("whoami").code == 77)
                #expect(try await place.strata("whoami", "--base-url", other.backend.absoluteString).code == 0)
            }
        }
    }

    @Test("a wrong password and an unknown account get the same message")
    func wrongCredentials() async throws {
        try await Workplace.with { place in
            let wrong = try await place.strata("login", "ada@example.com", input: "wrong\n")
            let unknown = try await place.strata("login", "nobody@example.com", input: "wrong\n")
            #expect(wrong.code == 77)
            #expect(wrong.errors == "strata: The email address or the password is wrong.\n")
            #expect(unknown.errors == wrong.errors)
            #expect(wrong.output.isEmpty)
        }
    }
}
