import Foundation
import Subprocess
import Testing

@testable import CommandLine
@testable import Lab

/// Each pipe stays open until the process ends, so only the signal or the deadline can end it. The time limit is for a
/// process that ignores both.
@Suite("A command that waits for a pipe", .timeLimit(.minutes(20)))
struct InterruptionTests {
    /// More than a pipe's buffer, so that a write ends only when the other side reads.
    private static let much = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)

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

    @Test(
        "a signal ends reading from a named pipe",
        arguments: [
            ["api", "/v2", "--data", "@PIPE"], ["api", "/v2", "--settings", "PIPE"],
            ["avatar", "upload", "PIPE"],
            ["api", "/v2", "--auth", "basic", "--user", "ada", "--password-file", "PIPE"],
            ["api", "/v2", "--auth", "api-key", "--api-key-file", "PIPE"],
        ])
    func file(arguments: [String]) async throws {
        try await Workplace.at { place in
            let pipe = try place.pipe("pipe")
            let outcome = try await place.running(arguments.map { $0.replacing("PIPE", with: pipe.path) }) { command in
                try await pipe.withWriter { _ in
                    try command.send(.interrupt)
                    try await command.waitForEnd()
                }
            }
            #expect(outcome.code == 130 && outcome.errors == "strata: Interrupted.\n", "\(outcome)")
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

    @Test(
        "a signal ends writing to a pipe without a reader, be it the output or a trace",
        arguments: [["/v2/files/sample-3000000", "-o", "-"], ["/v2/health", "--trace-file", "PIPE"]])
    func unread(options: [String]) async throws {
        try await Workplace.with(login: .ada) { place in
            let path = try place.pipe("pipe").path
            let arguments = ["api"] + options.map { $0.replacing("PIPE", with: path) }
            let outcome = try await place.running(arguments) { command in
                #expect(try await !command.firstOutput().isEmpty)
                try command.send(.interrupt)
            }
            #expect(outcome.code == 130 && outcome.errors == "strata: Interrupted.\n", "\(outcome)")
        }
    }
}
