import Foundation
import Primitives
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata login, whoami, logout")
struct LoginCommandTests {
    @Test("only the owner can read the files of a login, and a logout removes every byte of the account's data")
    func files() async throws {
        try await Workplace.with(login: .ada) { place in
            try await place.strata("users", "list", code: 0)
            let names = { try FileManager.default.contentsOfDirectory(atPath: place.dataFolder.path) }
            #expect(try names().contains("store.sqlite"))
            for name in try names() {
                let path = place.dataFolder.appending(path: name).path
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(name)")
            }
            #expect(try await place.strata("logout", code: 0).output == "Logged out.\n")
            try await place.strata("whoami", code: 77)
            for name in try names() {
                let bytes = try Data(contentsOf: place.dataFolder.appending(path: name))
                #expect(bytes.range(of: Data("ada@example.com".utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("without a terminal, a logout deletes unsent changes only with --yes, also after the end of the session")
    func unsentChanges() async throws {
        try await Workplace.with(faults: true, login: .grace) { place in
            try await place.arm("hang-up", "count=1000", "path=/v2/users")
            try await place.strata("users", "update", "--name", "Amazing Grace", code: 0)
            let refused = try await place.strata("logout", code: 64)
            #expect(refused.errors.contains("1 change that is not sent yet"), "\(refused.errors)")
            try await place.arm("disarm")
            try await place.strata("api", "POST", "/v2/auth/logout", code: 0)  // The app does not notice.
            try await place.strata("whoami", code: 77)
            try await place.strata("logout", code: 64)
            try await place.logIn(.grace)
            #expect(try await place.strata("outbox", "list", code: 0).output.contains("1 change"))
            #expect(try await place.strata("logout", "--yes", code: 0).output == "Logged out.\n")
            try await place.logIn(.grace)
            #expect(try await place.strata("outbox", "list", code: 0).output == "Nothing waits to be sent.\n")
        }
    }

    @Test("a logout at one address does not affect the login at another")
    func logoutElsewhere() async throws {
        try await Workplace.with(login: .ada) { place in
            // The same data folder, with a base URL that has no login.
            let elsewhere = try await Workplace.strata(
                ["logout", "--base-url", "http://127.0.0.1:9", "--data-dir", place.dataFolder.path])
            #expect(elsewhere.output == "You were not logged in at http://127.0.0.1:9.\n")
            try await place.strata("whoami", code: 0)
        }
    }

    @Test("a login at another server replaces the stored one only if the user agrees")
    func replacement() async throws {
        try await Workplace.with { place in
            try await Workplace.with { other in
                try await place.logIn()
                let there = ["login", "ada@example.com", "--base-url", other.backend.absoluteString]
                let password = DemoAccount.ada.password.reveal() + "\n"
                let refused = try await place.strata(there, input: password, code: 64)
                #expect(refused.errors.contains("--replace"), "\(refused.errors)")
                let terminal = try PseudoTerminal(columns: 400)
                let declined = try await place.strata(on: terminal, there) { _ in
                    #expect(await terminal.shows("You are logged in at \(place.backend). Replace that login? [y/N]"))
                    try terminal.type("n\n")
                }
                #expect(declined.code == 1)
                try await place.strata("whoami", code: 0)
                try await place.strata(there + ["--replace"], input: password, code: 0)
                try await place.strata("whoami", code: 77)
                try await place.strata("whoami", "--base-url", other.backend.absoluteString, code: 0)
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
