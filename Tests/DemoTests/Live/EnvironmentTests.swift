import Foundation
import RawSocketServer
import Testing

@testable import CommandLine
@testable import Lab

/// What a shell or a container can take away: each gets a sentence and an exit code, not a trap or a wait without end.
@Suite("The process's environment", .timeLimit(.minutes(20)))
struct EnvironmentTests {
    private static func shell(_ script: String, _ binary: URL, _ arguments: [String]) async throws -> Outcome {
        try await Workplace.run(URL(filePath: "/bin/sh"), ["-c", script, binary.path] + arguments)
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
                [place.folder.path, "api", "http://127.0.0.1:9/", "--data-dir", place.dataFolder.path])
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
        "a folder for temporary files that can't be used is named, with exit code 74",
        arguments: ["/dev/null", "FOLDER/missing"])
    func temporaryFolder(folder: String) async throws {
        try await Workplace.at { place in
            let folder = folder.replacing("FOLDER", with: place.folder.path)
            let outcome = try await Workplace.strata(["demo"], environment: ["TMPDIR": folder])
            #expect(outcome.code == 74)
            let sentence = "strata: Could not create a temporary folder in \(folder)"
            #expect(outcome.errors.hasPrefix(sentence) && outcome.errors.contains("TMPDIR"), "\(outcome.errors)")
        }
    }

    @Test("~ in a path is the folder of HOME, also behind an =, and the content of /proc counts instead of its size")
    func home() async throws {
        try await CannedServer.with("{}") { url, requests, place in
            let home = place.folder.appending(path: "home")
            try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
            try Data("\u{FEFF}token-1\r\n".utf8).write(to: home.appending(path: "token"))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: home.appending(path: "token").path)
            let credential = ["--auth", "bearer", "--token-file=~/token"]
            for options in [["--output=~/answer"], ["--data", "@/proc/version"]] {
                try await place.strata(["api", url] + options + credential, environment: ["HOME": home.path], code: 0)
            }
            #expect(try String(contentsOf: home.appending(path: "answer"), encoding: .utf8) == "{}")
            #expect(requests().map { $0["Authorization"] } == ["Bearer token-1", "Bearer token-1"])
            #expect(try requests().last?.body == Data(contentsOf: URL(filePath: "/proc/version")))
        }
    }

    @Test(
        "an argument or a variable that is not UTF-8 is refused with exit code 64, and no request is sent",
        arguments: [
            (#"exec "$0" "$@" --data "$(printf 'caf\351')""#, "Argument 6 is not text in UTF-8."),
            (#"exec "$0" "$@" -o "$(printf 'a\377b')""#, "Argument 6 is not text in UTF-8."),
            (#"HOME="$(printf '/caf\351')" exec "$0" "$@""#, "The variable HOME is not text in UTF-8."),
            (#"STRATA_TOKEN="$(printf '\300')" exec "$0" "$@""#, "The variable STRATA_TOKEN is not text in UTF-8."),
        ])
    func opaqueWords(script: String, sentence: String) async throws {
        try await CannedServer.with("{}") { url, requests, place in
            let outcome = try await Self.shell(
                script, Binaries.strata, ["api", url, "--data-dir", place.dataFolder.path])
            #expect(outcome.code == 64 && outcome.errors.hasPrefix("strata: \(sentence)"), "\(outcome.errors)")
            #expect(requests().isEmpty)
        }
    }

    @Test("help and the version that can't be written are a failure", arguments: ["--help", "--version"])
    func unwrittenHelp(option: String) async throws {
        for output in [">/dev/full", ">&-"] {
            let outcome = try await Self.shell(#"exec "$0" "$@" \#(output)"#, Binaries.strata, [option])
            #expect(outcome.code == 74, "\(output)")
            #expect(outcome.errors.hasPrefix("strata: Standard output can't be written"), "\(outcome.errors)")
        }
    }

    @Test("a backend that the system can't start is reported with exit code 71")
    func noChildProcess() async throws {
        let nothing = try BackendProcess(executable: URL(filePath: "/dev/null/backend"), arguments: [])
        let failure = await #expect(throws: BackendProcessError.self) { try await nothing.run { _ in } }
        let report = failure?.report(at: nil)
        #expect(report?.status == .resources)
        #expect(report?.message.hasPrefix("Could not start the sample backend") == true)
    }

    @Test("the limit that the message proposes is enough for both programs")
    func enough() async throws {
        try await Workplace.at { place in
            let data = ["--data-dir", place.dataFolder.path]
            let script = #"ulimit -n 256 && exec "$0" "$@""#
            let strata = try await Self.shell(script, Binaries.strata, ["api", "http://127.0.0.1:9/"] + data)
            #expect(strata.code == 69)
            let backend = try await Self.shell(script, Binaries.backend, ["--until-stdin-closes"] + data)
            #expect(backend.code == 0)
        }
    }

    @Test("a closed standard output is a failure, and no other file receives the output")
    func closedOutput() async throws {
        try await Workplace.with { place in
            let outcome = try await Self.shell(
                #"exec "$0" "$@" >&-"#, Binaries.strata,
                [
                    "api", "/v2/health", "--data-dir", place.dataFolder.path, "--base-url",
                    place.backend.absoluteString,
                ])
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
            let body = try await Self.shell(script, Binaries.strata, ["api", "http://127.0.0.1:9/", "-d", "@-"] + data)
            #expect(body.code == 66)
            #expect(body.errors == "strata: Standard input can't be read (it is closed).\n")
            let password = try await Self.shell(script, Binaries.strata, ["login", "ada@example.com"] + data)
            #expect(password.code == 64)
            #expect(password.errors.contains("standard input is empty or closed"))
            #expect(try await Self.shell(script, Binaries.strata, ["api", "http://127.0.0.1:9/"] + data).code == 69)
        }
    }
}
