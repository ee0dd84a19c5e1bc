import Foundation
import Primitives
import Subprocess
import Testing

@testable import CommandLine
@testable import Lab

@Suite("Questions before a deletion", .timeLimit(.minutes(20)))
struct ConfirmationTests {
    private static let id = "u-grace"
    private static let unchanged = "strata: Nothing was deleted. Answer y to delete, or pass --yes."

    @Test("in a terminal, anything but yes deletes nothing, and Ctrl-C is an interruption")
    func refused() async throws {
        try await Workplace.with(login: .ada) { place in
            for answer in ["n\n", "\n", "yess\n", "\u{4}", nil] {
                let terminal = try PseudoTerminal()
                let outcome = try await place.strata(on: terminal, ["users", "delete", Self.id]) { send in
                    #expect(await terminal.shows("Delete the account \(Self.id)? [y/N]"))
                    if let answer { try terminal.type(answer) } else { try send(.interrupt) }
                }
                #expect(outcome.code == (answer == nil ? 130 : 1) && outcome.output.isEmpty)
                #expect(await terminal.ends())
                #expect(answer == nil || terminal.lines.last == Self.unchanged, "\(terminal.lines)")
                try await place.strata("users", "get", Self.id, code: 0)
            }
        }
    }

    @Test("yes deletes; with --yes, or if the input is a pipe, a command asks nothing")
    func agreed() async throws {
        for (options, answer) in [([], "y\n"), ([], " YES \n"), (["--yes"], nil)] as [([String], String?)] {
            try await Workplace.with(login: .ada) { place in
                let terminal = try PseudoTerminal()
                let outcome = try await place.strata(on: terminal, ["users", "delete", Self.id] + options) { _ in
                    guard let answer else { return }
                    #expect(await terminal.shows("[y/N]"))
                    try terminal.type(answer)
                }
                #expect(outcome.code == 0 && outcome.output == "Deleted \(Self.id).\n", "\(terminal.lines)")
                #expect(await terminal.ends())
                #expect(answer != nil || terminal.lines.isEmpty, "\(terminal.lines)")
                try await place.strata("users", "get", Self.id, code: 67)
            }
        }
    }

    @Test(
        "each command that deletes asks, and names what it deletes",
        arguments: [
            (["users", "delete", "u-grace"], "Delete the account u-grace? [y/N]"),
            (["transfers", "remove", "1"], "Delete transfer 1 and the 2,000,000 stored bytes of "),
        ])
    func questions(arguments: [String], question: String) async throws {
        try await Workplace.with(faults: true, login: .ada) { place in
            _ = try await place.interruptedTransfer()
            // A wide terminal, so that the question is on one line.
            let terminal = try PseudoTerminal(columns: 400)
            let outcome = try await place.strata(on: terminal, arguments) { _ in
                #expect(await terminal.shows(question), "\(terminal.lines)")
                try terminal.type("n\n")
            }
            #expect(outcome.code == 1)
            #expect(try await place.strata("transfers", "list").output.contains("waiting"))
        }
    }

    @Test("removing a transfer without stored bytes asks nothing")
    func noBytes() async throws {
        try await Workplace.with { place in
            let file = place.folder.appending(path: "file").path
            try await place.strata("transfers", "add", "/v2/files/sample-3000000", "-o", file)
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

    // The command has a session of its own, where the system does not stop it: what follows a stop runs at once.
    @Test("a command that continues after Ctrl-Z asks again, and the password is not shown")
    func continued() async throws {
        try await Workplace.with { place in
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["login", "ada@example.com"]) { send in
                #expect(await terminal.shows("Password:"))
                for _ in 1...2 {
                    // As a shell does.
                    terminal.showTyped()
                    let prompts = terminal.lines.joined()
                    try send(Signal(rawValue: SIGTSTP))
                    #expect(await terminal.shows(prompts + " Password:"))
                    #expect(!terminal.isInLineMode)
                }
                try terminal.type(DemoAccount.ada.password.reveal() + "\n")
            }
            #expect(outcome.code == 0, "\(terminal.lines)")
            #expect(await terminal.ends())
            #expect(terminal.isInLineMode)
        }
    }
}
