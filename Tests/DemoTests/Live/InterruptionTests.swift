import Backend
import Foundation
import Subprocess
import Testing

@testable import CommandLine

/// A pipe that is never closed stays open until the process ends, so that only the signal can end it. The time limit is
/// for a process that ignores it.
@Suite("A command that waits for a pipe", .timeLimit(.minutes(20)))
struct InterruptionTests {
    @Test(
        "a signal ends reading from a named pipe",
        arguments: [
            ["whoami", "--settings", "PIPE"],
            ["avatar", "upload", "PIPE"],
            ["login", "ada@example.com", "--password-file", "PIPE"],
            ["api", "/v2", "--data", "@PIPE"],  // Part: lab
            ["api", "/v2", "--auth", "api-key", "--api-key-file", "PIPE"],  // Part: lab
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

    @Test(
        "a named pipe is read like a file",
        arguments: [
            (["login", "ada@example.com", "--password-file", "PIPE"], "analytical-engine\n"),
            (["doctor", "--settings", "PIPE"], #"{"timeout": 5}"#),
        ])
    func named(arguments: [String], content: String) async throws {
        try await Workplace.with { place in
            let pipe = try place.pipe("pipe")
            async let outcome = place.strata(arguments.map { $0.replacing("PIPE", with: pipe.path) })
            try await pipe.write(Data(content.utf8))
            let result = try await outcome
            #expect(result.code == 0, "\(result.errors)")
        }
    }

    @Test("a signal ends writing a trace to a pipe without a reader")
    func unread() async throws {
        try await Workplace.with(login: .ada) { place in
            let outcome = try await place.running(["whoami", "--trace-file", place.pipe("pipe").path]) { command in
                #expect(try await !command.firstOutput().isEmpty)
                try command.send(.interrupt)
            }
            #expect(outcome.code == 130 && outcome.errors == "strata: Interrupted.\n", "\(outcome)")
        }
    }
}
