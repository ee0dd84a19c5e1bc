import Foundation
import Primitives
import Testing

@testable import Demo

@Suite("Ephemeral sessions")
struct EphemeralSessionTests {
    @Test("commands of an ephemeral session do not create the data folder, and a login ends with its command")
    func dataFolder() async throws {
        try await Workplace.with { place in
            let password = DemoAccount.ada.password.reveal() + "\n"
            let login = try await place.strata(
                "login", DemoAccount.ada.email, "--session", "ephemeral", input: password)
            #expect(login.code == 0)
            #expect(login.errors.contains("This login ends with the command"))
            #expect(try await place.strata("whoami", "--session", "ephemeral").code == 77)
            let environment = ["STRATA_SESSION": "ephemeral"]
            #expect(try await place.strata("api", "/v2/health", environment: environment).code == 0)
            #expect(try await place.strata("logout", environment: environment).code == 0)
            #expect(!FileManager.default.fileExists(atPath: place.dataFolder.path))
            #expect(try await place.strata("logout").code == 0)
            #expect(FileManager.default.fileExists(atPath: place.dataFolder.path), "a default session creates it")
        }
    }

    @Test("an ephemeral session does not read the login of a default one")
    func separate() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            #expect(try await place.strata("whoami").code == 0)
            #expect(try await place.strata("whoami", "--session", "ephemeral").code == 77)
        }
    }

    @Test("a profile is refused, because its next refresh token would be lost")
    func profile() async throws {
        try await Workplace.withoutBackend { place in
            let settings = try place.file(
                "settings.json",
                """
                {"profiles": {"demo": {
                    "base_url": "\(place.backend)", "token_url": "\(place.backend)/oauth/token",
                    "client_id": "id", "refresh_token": "token"}}}
                """, mode: 0o600)
            let arguments = ["api", "/v2/users/me", "--profile", "demo", "--settings", settings]
            let typed = try await place.strata(arguments + ["--session", "ephemeral"])
            #expect(typed.code == 64, "\(typed.errors)")
            #expect(typed.errors.contains("use --session default"))
            #expect(try await place.strata(arguments, environment: ["STRATA_SESSION": "ephemeral"]).code == 78)
            #expect(!FileManager.default.fileExists(atPath: place.dataFolder.path))
        }
    }

    @Test(
        "an ephemeral session opens no file for writing",
        .enabled(if: FileWrites.areTraceable, "strace is not installed, or may not trace processes here"),
        arguments: [
            ["login", "ada@example.com"], ["api", "/v2/health"], ["logout"],
        ])
    func openFiles(_ arguments: [String]) async throws {
        try await Workplace.with { place in
            let password = DemoAccount.ada.password.reveal() + "\n"
            let writes = try await FileWrites.of(arguments + ["--session", "ephemeral"], input: password, in: place)
            #expect(writes == [])
            let control = try await FileWrites.of(arguments, input: password, in: place)
            #expect(control.contains { $0.contains("store.sqlite") } || arguments.first == "api", "\(control)")
        }
    }
}

/// The system calls of `strata` that open, create or rename a file for writing.
private enum FileWrites {
    static let areTraceable: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["strace", "-o", "/dev/null", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Runs a command and returns its writing calls, one per line, without those to devices.
    static func of(_ arguments: [String], input: String, in place: Workplace) async throws -> [String] {
        let log = place.folder.appending(path: "calls")
        let calls =
            "open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,mknod"
        let outcome = try await Workplace.run(
            URL(filePath: "/usr/bin/env"),
            ["strace", "-f", "-s", "300", "-o", log.path, "-e", "trace=\(calls)", Binaries.strata.path] + arguments
                + ["--data-dir", place.dataFolder.path, "--base-url", place.backend.absoluteString], input: input)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("O_RDONLY") })
        return lines.filter { line in
            let isOpening = line.contains(" open") && !line.contains("resumed>")
            let isWriting = !isOpening || ["O_WRONLY", "O_RDWR", "O_CREAT"].contains { line.contains($0) }
            let isCall = ["(", "\""].allSatisfy { line.contains($0) }
            return isCall && isWriting && !line.contains("\"/dev/")
        }
    }
}
