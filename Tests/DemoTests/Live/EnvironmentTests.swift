import Backend
import Foundation
import Testing

@testable import CommandLine

/// What a shell or a container can take away: each gets a sentence and an exit code, not a trap or a wait without end.
@Suite("The process's environment", .timeLimit(.minutes(20)))
struct EnvironmentTests {
    private static func shell(_ script: String, _ binary: URL, _ arguments: [String]) async throws -> Outcome {
        try await Workplace.run(URL(filePath: "/bin/sh"), ["-c", script, binary.path] + arguments)
    }

    /// A login that reads its password from a file.
    private static func login(at place: Workplace) throws -> [String] {
        let file = try place.file("password", "secret\n")
        return ["login", "ada@example.com", "--password-file", file, "--base-url", place.backend.absoluteString]
    }

    @Test(
        "a removed current folder and too few files are reported with exit code 71",
        arguments: [
            (#"mkdir "$1/gone" && cd "$1/gone" && rmdir "$1/gone""#, "The current folder has been removed"),
            ("ulimit -n 8", "Too few files can be open at once"), ("ulimit -n 20", "Too few files can be open at once"),
        ])
    func resources(limit: String, reason: String) async throws {
        try await Workplace.at { place in
            let script = limit + #"; shift; exec "$0" "$@""#
            let strata = try await Self.shell(
                script, Binaries.strata,
                [place.folder.path, "whoami", "--data-dir", place.dataFolder.path])
            let backend = try await Self.shell(
                script, Binaries.backend,
                [place.folder.path, "--until-stdin-closes", "--data-dir", place.dataFolder.path])
            for (outcome, name) in [(strata, "strata"), (backend, "strata-backend")] {
                #expect(outcome.code == 71)
                #expect(outcome.errors.hasPrefix("\(name): \(reason)"), "\(outcome.errors)")
                #expect(outcome.errors.count(where: \.isNewline) == 1)
            }
            #expect(!FileManager.default.fileExists(atPath: place.dataFolder.path))
        }
    }

    @Test(
        "an argument or a variable that is not UTF-8 is refused with exit code 64, and no request is sent",
        arguments: [
            (#"exec "$0" "$@" --settings "$(printf 'caf\351')""#, "Argument 10 is not text in UTF-8."),
            (#"HOME="$(printf '/caf\351')" exec "$0" "$@""#, "The variable HOME is not text in UTF-8."),
            (#"STRATA_PIN="$(printf '\300')" exec "$0" "$@""#, "The variable STRATA_PIN is not text in UTF-8."),
        ])
    func opaqueWords(script: String, sentence: String) async throws {
        try await CannedServer.with("{}") { _, requests, place in
            let outcome = try await Self.shell(
                script, Binaries.strata, try Self.login(at: place) + ["--data-dir", place.dataFolder.path])
            #expect(outcome.code == 64 && outcome.errors.hasPrefix("strata: \(sentence)"), "\(outcome.errors)")
            #expect(requests().isEmpty)
        }
    }

    @Test(
        "help and the version that can't be written are a failure",
        arguments: [("--help", ">/dev/full"), ("--version", ">&-")])
    func unwrittenHelp(option: String, output: String) async throws {
        let outcome = try await Self.shell(#"exec "$0" "$@" \#(output)"#, Binaries.strata, [option])
        #expect(outcome.code == 74)
        #expect(outcome.errors.hasPrefix("strata: Standard output can't be written"), "\(outcome.errors)")
    }

    @Test("the limit that the message proposes is enough for both programs")
    func enough() async throws {
        try await Workplace.at { place in
            let data = ["--data-dir", place.dataFolder.path]
            let script = #"ulimit -n 256 && exec "$0" "$@""#
            let strata = try await Self.shell(script, Binaries.strata, try Self.login(at: place) + data)
            #expect(strata.code == 69)
            let backend = try await Self.shell(script, Binaries.backend, ["--until-stdin-closes"] + data)
            #expect(backend.code == 0)
        }
    }

    @Test("a closed standard output is a failure, and no other file receives the output")
    func closedOutput() async throws {
        try await Workplace.with(login: .ada) { place in
            let outcome = try await Self.shell(
                #"exec "$0" "$@" >&-"#, Binaries.strata,
                ["whoami", "--data-dir", place.dataFolder.path, "--base-url", place.backend.absoluteString])
            #expect(outcome.code == 74)
            #expect(outcome.errors == "strata: Standard output can't be written (it is closed).\n")
        }
    }

    @Test("closed standard streams stop the backend without an error, like the end of its input")
    func closedStreamsOfBackend() async throws {
        try await Workplace.at { place in
            for closed in ["<&-", "<&- >&-", "<&- >&- 2>&-"] {
                let outcome = try await Self.shell(
                    #"exec "$0" "$@" \#(closed)"#, Binaries.backend,
                    ["--json", "--until-stdin-closes", "--data-dir", place.dataFolder.path])
                #expect(outcome.code == 0, "\(closed): \(outcome.errors)")
            }
        }
    }

    @Test("a closed standard input is an error only for a command that reads it")
    func closedInput() async throws {
        try await Workplace.at { place in
            let script = #"exec "$0" "$@" <&-"#
            let data = ["--data-dir", place.dataFolder.path]
            let password = try await Self.shell(script, Binaries.strata, ["login", "ada@example.com"] + data)
            #expect(password.code == 64)
            #expect(password.errors.contains("standard input is empty or closed"))
            let file = try await Self.shell(script, Binaries.strata, try Self.login(at: place) + data)
            #expect(file.code == 69)
        }
    }
}
