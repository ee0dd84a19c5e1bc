import Foundation
import Subprocess
import Testing

@testable import Demo

/// Each pipe stays open until the process ends, so only the signal or the deadline can end it. The time limit is for a
/// process that ignores both.
@Suite("A command that waits for a pipe", .timeLimit(.minutes(20)))
struct InterruptionTests {
    /// More than a pipe's buffer, so that a write ends only when the other side reads.
    private static let much = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)

    @Test("a signal ends reading the body from standard input", arguments: [Signal.interrupt, .terminate])
    func standardInput(signal: Signal) async throws {
        try await Workplace.withoutBackend { place in
            let code = try await place.strata(running: ["api", "/v2", "--data", "@-"]) { command in
                try await command.write(Self.much)
                try command.send(signal)
                #expect(try await command.errors() == "strata: Interrupted.\n")
            }
            // A shell reports SIGTERM as 143.
            #expect(code == 130 || (signal == .terminate && code == 143))
        }
    }

    @Test(
        "a signal ends reading from a named pipe",
        arguments: [
            ["--data", "@PIPE"], ["--settings", "PIPE"],
            ["--auth", "basic", "--user", "ada", "--password-file", "PIPE"],
            ["--auth", "api-key", "--api-key-file", "PIPE"],
        ])
    func file(options: [String]) async throws {
        try await Workplace.withoutBackend { place in
            let pipe = try place.pipe("pipe")
            let arguments = ["api", "/v2"] + options.map { $0.replacing("PIPE", with: pipe.path) }
            let code = try await place.strata(running: arguments) { command in
                let close = try await pipe.openWriter()
                try command.send(.interrupt)
                #expect(try await command.errors() == "strata: Interrupted.\n")
                try close()
            }
            #expect(code == 130)
        }
    }

    @Test("the deadline ends reading a body, and the error names its source", arguments: ["-", "PIPE"])
    func deadline(source: String) async throws {
        try await Workplace.withoutBackend { place in
            let pipe = try place.pipe("pipe")
            let path = source.replacing("PIPE", with: pipe.path)
            let name = source == "-" ? "Standard input" : "The file \(pipe.path) of --data"
            // The named pipe has no writer, so even opening it blocks.
            let code = try await place.strata(running: ["api", "/v2", "--data", "@\(path)", "--deadline", "0.25"]) {
                let expected = "strata: \(name) did not end within 0.25 s (--deadline). Close it, or allow more time.\n"
                let errors = try await $0.errors()
                #expect(errors == expected)
            }
            #expect(code == 124)
        }
    }

    @Test("a signal ends writing to a pipe without a reader")
    func unreadOutput() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let code = try await place.strata(running: ["api", "/v2/files/sample-3000000", "-o", "-"]) { command in
                #expect(try await !command.firstOutput().isEmpty)
                try command.send(.interrupt)
                #expect(try await command.errors() == "strata: Interrupted.\n")
            }
            #expect(code == 130)
        }
    }

    @Test("a signal ends writing a trace to a named pipe without a reader")
    func unreadTrace() async throws {
        try await Workplace.with { place in
            let pipe = try place.pipe("pipe")
            let code = try await place.strata(running: ["api", "/v2/health", "--trace-file", pipe.path]) { command in
                #expect(try await !command.firstOutput().isEmpty)
                try command.send(.interrupt)
                #expect(try await command.errors() == "strata: Interrupted.\n")
            }
            #expect(code == 130)
        }
    }
}
