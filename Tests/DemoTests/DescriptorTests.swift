import Foundation
import Testing

@testable import Demo

@Suite("File descriptors inherited from the shell")
struct DescriptorTests {
    private func shell(_ script: String, _ binary: URL, _ arguments: [String]) async throws -> Outcome {
        try await Workplace.run(URL(filePath: "/bin/sh"), ["-c", script, binary.path] + arguments)
    }

    @Test(
        "too few file descriptors are reported in one sentence with exit code 71", arguments: [8, 10, 12, 14, 16, 20])
    func few(limit: Int) async throws {
        try await Workplace.withoutBackend { place in
            let data = ["--data-dir", place.dataFolder.path]
            let script = #"ulimit -n \#(limit) && exec "$0" "$@""#
            let strata = try await shell(script, Binaries.strata, ["api", "http://127.0.0.1:9/"] + data)
            let backend = try await shell(script, Binaries.backend, ["--until-stdin-closes"] + data)
            for (outcome, name) in [(strata, "strata"), (backend, "strata-backend")] {
                #expect(outcome.code == 71)
                #expect(outcome.errors.hasPrefix("\(name): Too few files can be open at once"), "\(outcome.errors)")
                #expect(outcome.errors.contains("ulimit -n 256") && outcome.errors.count(where: \.isNewline) == 1)
            }
            #expect(!FileManager.default.fileExists(atPath: place.dataFolder.path))
        }
    }

    @Test("the limit that the message proposes is enough for both programs")
    func enough() async throws {
        try await Workplace.withoutBackend { place in
            let data = ["--data-dir", place.dataFolder.path]
            let script = #"ulimit -n 256 && exec "$0" "$@""#
            let strata = try await shell(script, Binaries.strata, ["api", "http://127.0.0.1:9/"] + data)
            #expect(strata.code == 69)
            let backend = try await shell(script, Binaries.backend, ["--until-stdin-closes"] + data)
            #expect(backend.code == 0)
        }
    }

    @Test("a closed standard output is a failure, and no other file receives the output")
    func closedOutput() async throws {
        try await Workplace.with { place in
            let outcome = try await shell(
                #"exec "$0" "$@" >&-"#, Binaries.strata,
                ["api", "/v2/health", "--data-dir", place.dataFolder.path, "--base-url", place.backend.absoluteString])
            #expect(outcome.code == 74)
            #expect(outcome.errors == "strata: Standard output can't be written (it is closed).\n")
        }
    }

    @Test("closed standard streams stop the backend without an error, like the end of its input")
    func closedStreamsOfBackend() async throws {
        try await Workplace.withoutBackend { place in
            for closed in ["<&-", "<&- >&-", "<&- >&- 2>&-"] {
                let outcome = try await shell(
                    #"exec "$0" "$@" \#(closed)"#, Binaries.backend,
                    ["--json", "--until-stdin-closes", "--data-dir", place.dataFolder.path])
                #expect(outcome.code == 0, "\(closed): \(outcome.errors)")
            }
        }
    }

    @Test("a closed standard input is an error only for a command that reads it")
    func closedInput() async throws {
        try await Workplace.withoutBackend { place in
            let script = #"exec "$0" "$@" <&-"#
            let data = ["--data-dir", place.dataFolder.path]
            let body = try await shell(script, Binaries.strata, ["api", "http://127.0.0.1:9/", "-d", "@-"] + data)
            #expect(body.code == 66)
            #expect(body.errors == "strata: Standard input can't be read (it is closed).\n")
            let password = try await shell(script, Binaries.strata, ["login", "ada@example.com"] + data)
            #expect(password.code == 64)
            #expect(password.errors.contains("standard input is empty or closed"))
            #expect(try await shell(script, Binaries.strata, ["api", "http://127.0.0.1:9/"] + data).code == 69)
        }
    }
}
