import Backend
import Foundation
import Testing

@testable import CommandLine

@Suite("strata login, whoami, logout")
struct LoginCommandTests {
    @Test("only the owner can read the files of a login, and a logout at its address removes every byte of the account")
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
            // The same data folder, with a base URL that has no login.
            let elsewhere = try await place.strata("logout", "--base-url", "http://127.0.0.1:9", code: 0)
            #expect(elsewhere.output == "You were not logged in at http://127.0.0.1:9.\n")
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
        try await Workplace.with(login: .grace) { place in
            try await place.arm("hang-up", "count=1000", "path=/v2/users")
            try await place.strata("users", "update", "--name", "Amazing Grace", code: 0)
            let refused = try await place.strata("logout", code: 64)
            #expect(refused.errors.contains("1 change that is not sent yet"), "\(refused.errors)")
            try await place.arm("reset")  // The server also forgets the session.
            try await place.strata("whoami", code: 77)
            try await place.strata("logout", code: 64)
            try await place.arm("hang-up", "count=1000", "path=/v2/users")
            try await place.logIn(.grace)
            #expect(try await place.strata("outbox", "list", code: 0).output.contains("1 change"))
            #expect(try await place.strata("logout", "--yes", code: 0).output == "Logged out.\n")
            try await place.logIn(.grace)
            #expect(try await place.strata("outbox", "list", code: 0).output == "Nothing waits to be sent.\n")
        }
    }

    @Test("a login needs the right password, and replaces the one at another server only if the user agrees")
    func replacement() async throws {
        try await Workplace.with { place in
            try await Workplace.with { other in
                let wrong = try await place.strata("login", "ada@example.com", input: "wrong\n", code: 77)
                #expect(wrong.errors == "strata: The email address or the password is wrong.\n" && wrong.output.isEmpty)
                try await place.logIn()
                let there = ["login", "ada@example.com", "--base-url", other.backend.absoluteString]
                let password = DemoAccount.ada.password + "\n"
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

    @Test("commands of an ephemeral session create no file, read no stored login, and a login ends with its command")
    func ephemeral() async throws {
        try await Workplace.with(login: .ada) { place in
            let folder = place.folder.appending(path: "home")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let environment = [
                "STRATA_SESSION": "ephemeral", "STRATA_BASE_URL": place.backend.absoluteString, "HOME": folder.path,
                "TMPDIR": folder.path, "STRATA_DATA_DIR": folder.appending(path: "data").path,
            ]
            let password = DemoAccount.ada.password + "\n"
            let login = try await Workplace.strata(
                ["login", DemoAccount.ada.email], input: password, environment: environment)
            #expect(login.code == 0 && login.errors.contains("This login ends now"))
            for (command, code) in [("whoami", 77), ("logout", 0)] {
                #expect(try await Workplace.strata([command], environment: environment).code == code)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
            try await place.strata("whoami", "--session", "ephemeral", code: 77)
            #expect(try await place.strata("whoami").code == 0, "a default session stores its login")
        }
    }
}
