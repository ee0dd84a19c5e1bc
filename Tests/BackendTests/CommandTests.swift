import Foundation
import Testing

/// The command line, as a person or a parent process meets it.
struct CommandTests {
    private func start(_ folder: URL, _ arguments: String...) throws -> BackendProcess {
        try BackendProcess(["--no-seed", "--data-dir", folder.path] + arguments)
    }

    @Test("with --json it says one line, and it ends with its standard input", .timeLimit(.minutes(1)))
    func stdin() async throws {
        try await withTemporaryFolder { folder in
            let backend = try start(folder, "--json", "--until-stdin-closes")
            let line = await backend.line()
            #expect(line.wholeMatch(of: /\{"event":"ready","url":"http:\/\/127\.0\.0\.1:\d+"\}\n/) != nil)
            try backend.closeInput()
            let outcome = try await backend.outcome()
            #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
        }
    }

    @Test("signals stop it cleanly", .timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) async throws {
        try await withTemporaryFolder { folder in
            let backend = try start(folder, "--json")
            #expect(await backend.line().contains("ready"))
            if signal == SIGINT { backend.interrupt() } else { backend.terminate() }
            let outcome = try await backend.outcome()
            #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
        }
    }

    @Test("people are told the address, the folder and the demo accounts", .timeLimit(.minutes(1)))
    func banner() async throws {
        try await withTemporaryFolder { folder in
            let backend = try BackendProcess(["--quick-passwords", "--data-dir", folder.path])
            let banner = await backend.line()
            backend.terminate()
            #expect(try await backend.outcome().status == 0)
            for part in ["http://127.0.0.1:", folder.path, "ada@example.com", "nanosecond-wire", "admin", "Ctrl-C"] {
                #expect(banner.contains(part))
            }
        }
    }

    @Test("a port in use is one sentence that names it, and 1", .timeLimit(.minutes(1)))
    func portInUse() async throws {
        try await withTemporaryFolder { folder in
            let first = try start(folder, "--json")
            let port = try #require(await first.line().firstMatch(of: /:(\d+)"/)?.1)
            let second = try await start(folder.appending(path: "second"), "--port", String(port)).outcome()
            #expect(second.status == 1 && second.output == "")
            #expect(second.errors.hasPrefix("strata-backend: Port \(port) on 127.0.0.1 is in use;"))
            #expect(second.errors.count(where: \.isNewline) == 1)
            first.terminate()
            #expect(try await first.outcome().status == 0)
        }
    }

    @Test("a damaged database is one sentence, and 1", .timeLimit(.minutes(1)))
    func corruptDatabase() async throws {
        try await withTemporaryFolder { folder in
            try Data(repeating: 0x41, count: 5000).write(to: folder.appending(path: "backend.sqlite"))
            let outcome = try await start(folder).outcome()
            #expect(outcome.status == 1 && outcome.output == "")
            #expect(outcome.errors.contains("is damaged"))
            #expect(outcome.errors.count(where: \.isNewline) == 1)
        }
    }

    @Test(
        "what is not allowed is refused: 1 by the server, 64 by the command line", .timeLimit(.minutes(1)),
        arguments: [
            (["--host", "0.0.0.0"], 1), (["--host", "0.0.0.0", "--allow-remote", "--faults"], 1),
            (["--port", "65536"], 64), (["--quick-passwords", "--allow-remote"], 64),
            (["--port", "x"], 64), (["--access-token-lifetime", "0"], 64), (["--unknown"], 64),
        ] as [([String], Int32)])
    func refusals(arguments: [String], status: Int32) async throws {
        try await withTemporaryFolder { folder in
            let outcome = try await BackendProcess(["--data-dir", folder.path] + arguments).outcome()
            #expect(outcome.status == status && outcome.output == "" && !outcome.errors.isEmpty)
        }
    }
}
