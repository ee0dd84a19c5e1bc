import Foundation
import Testing

/// `strata-backend` as a process.
struct CommandTests {
    private func start(_ folder: URL, _ arguments: String...) throws -> BackendProcess {
        try BackendProcess(["--no-seed", "--data-dir", folder.path] + arguments)
    }

    @Test(
        "--json prints one line, and a signal or, with --until-stdin-closes, the end of the input stops with exit code 0",
        .timeLimit(.minutes(10)), arguments: [nil, SIGINT, SIGTERM])
    func stops(signal: Int32?) async throws {
        try await withTemporaryFolder { folder in
            let backend = try BackendProcess(
                ["--no-seed", "--data-dir", folder.path, "--json"] + (signal == nil ? ["--until-stdin-closes"] : []))
            let line = await backend.line()
            #expect(line.wholeMatch(of: /\{"event":"ready","url":"http:\/\/127\.0\.0\.1:\d+"\}\n/) != nil)
            switch signal {
            case SIGINT: backend.interrupt()
            case SIGTERM: backend.terminate()
            default: try backend.closeInput()
            }
            let outcome = try await backend.outcome()
            #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
        }
    }

    @Test("the banner names the address, the folder and the demo accounts", .timeLimit(.minutes(10)))
    func banner() async throws {
        try await withTemporaryFolder { folder in
            let backend = try BackendProcess(["--data-dir", folder.path])
            let banner = await backend.line()
            backend.terminate()
            #expect(try await backend.outcome().status == 0)
            for part in ["http://127.0.0.1:", folder.path, "ada@example.com", "nanosecond-wire", "admin", "Ctrl-C"] {
                #expect(banner.contains(part))
            }
        }
    }

    @Test("a port in use is one line on standard error, and exit code 69", .timeLimit(.minutes(10)))
    func portInUse() async throws {
        try await withTemporaryFolder { folder in
            let first = try start(folder, "--json")
            let port = try #require(await first.line().firstMatch(of: /:(\d+)"/)?.1)
            let second = try await start(folder.appending(path: "second"), "--port", String(port)).outcome()
            #expect(second.status == 69 && second.output == "" && second.errors.count(where: \.isNewline) == 1)
            #expect(second.errors.hasPrefix("strata-backend: Port \(port) on 127.0.0.1 is in use. "))
            first.terminate()
            #expect(try await first.outcome().status == 0)
        }
    }

    @Test("a damaged database is one line on standard error, and exit code 74", .timeLimit(.minutes(10)))
    func corruptDatabase() async throws {
        try await withTemporaryFolder { folder in
            try Data(repeating: 0x41, count: 5000).write(to: folder.appending(path: "backend.sqlite"))
            let outcome = try await start(folder).outcome()
            #expect(outcome.status == 74 && outcome.output == "")
            #expect(outcome.errors.contains("is damaged") && outcome.errors.count(where: \.isNewline) == 1)
        }
    }

    @Test(
        "an unusable data folder is one line with the reason, and exit code 74", .timeLimit(.minutes(10)),
        arguments: [
            ("file", "there is a file of that name"), ("file/x", "not a directory"),
            (String(repeating: "x", count: 300), "file name too long"),
        ])
    func unusableFolder(name: String, reason: String) async throws {
        try await withTemporaryFolder { folder in
            try Data().write(to: folder.appending(path: "file"))
            let place = folder.appending(path: name)
            let outcome = try await start(place).outcome()
            #expect(outcome.status == 74 && outcome.output == "")
            #expect(
                outcome.errors
                    == "strata-backend: Cannot use the data folder \(place.path) (\(reason)). "
                    + "Make it writable, or choose another.\n")
        }
    }

    @Test(
        "invalid options and hosts that are not allowed get exit code 64", .timeLimit(.minutes(10)),
        arguments: [
            ["--host", "0.0.0.0"], ["--host", "0.0.0.0", "--allow-remote", "--faults"], ["--port", "65536"],
            ["--quick-passwords"], ["--port", "x"], ["--access-token-lifetime", "0"], ["--unknown"],
        ])
    func refusals(arguments: [String]) async throws {
        try await withTemporaryFolder { folder in
            let outcome = try await BackendProcess(["--data-dir", folder.path] + arguments).outcome()
            #expect(outcome.status == 64 && outcome.output == "" && !outcome.errors.isEmpty)
        }
    }
}
