import Foundation
import Primitives
import Subprocess
import Testing

@testable import Demo

@Suite("Questions before a deletion", .timeLimit(.minutes(20)))
struct ConfirmationTests {
    private static let id = "u-grace"
    private static let unchanged = "strata: Nothing was deleted. Answer y to delete, or pass --yes."

    @Test("in a terminal, anything but yes deletes nothing", arguments: ["n\n", "\n", "yess\n", "\u{4}"])
    func refused(answer: String) async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["users", "delete", Self.id]) { _ in
                #expect(await terminal.shows("Delete the account \(Self.id)? [y/N]"))
                try terminal.type(answer)
            }
            #expect(outcome.code == 1 && outcome.output.isEmpty)
            #expect(await terminal.ends())
            #expect(terminal.lines.last == Self.unchanged, "\(terminal.lines)")
            #expect(try await place.strata("users", "get", Self.id).code == 0)
        }
    }

    @Test("in a terminal, yes deletes", arguments: ["y\n", " YES \n"])
    func agreed(answer: String) async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["users", "delete", Self.id]) { _ in
                #expect(await terminal.shows("[y/N]"))
                try terminal.type(answer)
            }
            #expect(outcome.code == 0 && outcome.output == "Deleted \(Self.id).\n", "\(terminal.lines)")
            #expect(try await place.strata("users", "get", Self.id).code == 67)
        }
    }

    @Test("Ctrl-C at the question is an interruption, and nothing is deleted")
    func interrupted() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["users", "delete", Self.id]) { send in
                #expect(await terminal.shows("[y/N]"))
                try send(.interrupt)
            }
            #expect(outcome.code == 130)
            #expect(try await place.strata("users", "get", Self.id).code == 0)
        }
    }

    @Test("--yes deletes without a question, and so does a command whose input is a pipe", arguments: [true, false])
    func unasked(isTerminal: Bool) async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            guard isTerminal else {
                let outcome = try await place.strata("users", "delete", Self.id, input: "n\n")
                #expect(outcome.code == 0 && outcome.errors.isEmpty)
                return
            }
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["users", "delete", Self.id, "--yes"]) { _ in }
            #expect(outcome.code == 0)
            #expect(await terminal.ends())
            #expect(terminal.lines.isEmpty, "\(terminal.lines)")
        }
    }

    @Test(
        "each command that deletes asks, and names what it deletes",
        arguments: [
            (["users", "delete", "u-grace"], "Delete the account u-grace? [y/N]"),
            (["transfers", "remove", "1"], "Delete transfer 1 and the 2,000,000 stored bytes of "),
        ])
    func questions(arguments: [String], question: String) async throws {
        try await Workplace.with(backendArguments: ["--faults"]) { place in
            _ = try await place.logIn()
            _ = try await place.interruptedTransfer()
            // A wide terminal, so that the question is on one line.
            let terminal = try PseudoTerminal(columns: 400)
            let outcome = try await place.strata(on: terminal, arguments) { _ in
                #expect(await terminal.shows(question), "\(terminal.lines)")
                try terminal.type("n\n")
            }
            #expect(outcome.code == 1)
            #expect(try await place.strata("transfers", "list").output.contains("queued"))
        }
    }

    @Test("removing a transfer without stored bytes asks nothing")
    func noBytes() async throws {
        try await Workplace.with { place in
            let file = place.folder.appending(path: "file").path
            _ = try await place.strata("transfers", "add", "/v2/files/sample-3000000", "-o", file)
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["transfers", "remove", "1"]) { _ in }
            #expect(outcome.code == 0 && outcome.output == "Removed transfer 1.\n")
        }
    }
}

@Suite("The password prompt in a terminal", .timeLimit(.minutes(20)))
struct PasswordPromptTests {
    @Test("a typed password is not shown, the prompt is no part of the result, and the echo is restored")
    func noEcho() async throws {
        try await Workplace.with { place in
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["login", "ada@example.com"]) { _ in
                #expect(await terminal.shows("Password:"))
                #expect(!terminal.isInLineMode)
                try terminal.type(DemoAccount.ada.password.reveal() + "\n")
            }
            #expect(outcome.code == 0, "\(terminal.lines)")
            #expect(outcome.output == "Logged in as ada@example.com (admin).\n")
            #expect(await terminal.ends())
            #expect(terminal.lines == ["Password:"])
            #expect(terminal.isInLineMode)
        }
    }
}
