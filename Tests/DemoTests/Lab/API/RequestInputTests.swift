import EngineTestSupport
import Foundation
import RawSocketServer
import Subprocess
import Testing

@testable import CommandLine

/// Each pipe without a writer stays open until the process ends, so only the signal or the deadline can end it. The time
/// limit is for a process that ignores both.
@Suite("The files and pipes that strata api reads", .timeLimit(.minutes(20)))
struct RequestInputTests {
    /// More than a pipe's buffer, so that a write ends only when the other side reads.
    private static let much = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)

    @Test(
        "the bytes of a pipe are the request body, a part of a form or a key",
        arguments: [
            (["--data", "@-"], "from a pipe"), (["--data", "@/dev/stdin"], "from a pipe"),
            (["--form", "file=@/dev/stdin;type=image/png"], "content-type: image/png\r\n\r\nfrom a pipe\r\n"),
            (["--data", "@PIPE"], "from a pipe"),
            (["--auth", "api-key", "--api-key-file", "PIPE"], "x-api-key: from a pipe"),
        ])
    func pipes(options: [String], sent: String) async throws {
        try await CannedServer.with("{}") { url, requests, place in
            let pipe = try place.pipe("pipe")
            let isNamed = options.last?.hasSuffix("PIPE") == true
            async let outcome = place.strata(
                ["api", "PUT", url] + options.map { $0.replacing("PIPE", with: pipe.path) },
                input: isNamed ? "" : "from a pipe")
            if isNamed { try await pipe.write(Data("from a pipe".utf8)) }
            let result = try await outcome
            #expect(result.code == 0, "\(result.errors)")
            let request = try #require(requests().first).text.lowercased()
            #expect(request.contains(sent), "\(request)")
        }
    }

    @Test("profiles in a pipe of the shell are used: --settings <(…)")
    func substitutedProfiles() async throws {
        try await TokenServer.with { tokens, place in
            tokens.gate.open()
            let result = try await Workplace.run(
                URL(filePath: "/bin/bash"),
                ["-c", #""$0" api /v2 --profile p --data-dir "$1" --settings <(cat "$2")"#]
                    + [
                        Binaries.strata.path, place.dataFolder.path,
                        try place.settings(at: place.backend.absoluteString),
                    ],
                environment: ["STRATA_BASE_URL": place.backend.absoluteString])
            #expect(result.code == 0, "\(result.errors)")
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

    @Test("a closed standard input is an error for a body that comes from it")
    func closedInput() async throws {
        try await Workplace.at { place in
            let body = try await Workplace.run(
                URL(filePath: "/bin/sh"),
                ["-c", #"exec "$0" api http://127.0.0.1:9/ -d @- --data-dir "$1" <&-"#, Binaries.strata.path]
                    + [place.dataFolder.path])
            #expect(body.code == 66)
            #expect(body.errors == "strata: Standard input can't be read (it is closed).\n")
        }
    }

    @Test("a signal ends reading the body from standard input", arguments: [Signal.interrupt, .terminate])
    func standardInput(signal: Signal) async throws {
        try await Workplace.at { place in
            let outcome = try await place.running(["api", "/v2", "--data", "@-"]) { command in
                try await command.write(Self.much)
                try command.send(signal)
            }
            // A shell reports SIGTERM as 143.
            #expect(outcome.code == 130 || (signal == .terminate && outcome.code == 143))
            #expect(outcome.errors == "strata: Interrupted.\n")
        }
    }

    @Test("the deadline ends reading a body, and the error names its source", arguments: ["-", "PIPE"])
    func deadline(source: String) async throws {
        try await Workplace.at { place in
            let pipe = try place.pipe("pipe")
            let path = source.replacing("PIPE", with: pipe.path)
            let name = source == "-" ? "Standard input" : "The file \(pipe.path) of --data"
            // The named pipe has no writer, so even opening it blocks.
            let outcome = try await place.running(["api", "/v2", "--data", "@\(path)", "--deadline", "0.25"]) { _ in }
            let expected = "strata: \(name) did not end within 0.25 s (--deadline). Close it, or allow more time.\n"
            #expect(outcome.code == 124 && outcome.errors == expected, "\(outcome)")
        }
    }

    @Test("a signal ends writing a response to a pipe without a reader")
    func unread() async throws {
        try await CannedServer.with(String(repeating: "a", count: 3_000_000)) { url, _, place in
            let outcome = try await place.running(["api", url, "-o", "-"]) { command in
                #expect(try await !command.firstOutput().isEmpty)
                try command.send(.interrupt)
            }
            #expect(outcome.code == 130 && outcome.errors == "strata: Interrupted.\n", "\(outcome)")
        }
    }
}
