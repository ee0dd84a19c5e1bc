import Backend
import Foundation
import Subprocess
import Testing

@testable import CommandLine

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
            }
            try await place.strata("users", "get", Self.id, code: 0)
        }
    }

    @Test("yes deletes; with --yes, or if the input is a pipe, a command asks nothing")
    func agreed() async throws {
        try await Workplace.with(login: .ada) { place in
            for (id, options, answer) in [
                ("u-grace", [], "y\n"), ("u-alan", [], " YES \n"), ("u-tony", ["--yes"], nil),
            ] as [(String, [String], String?)] {
                let terminal = try PseudoTerminal()
                let outcome = try await place.strata(on: terminal, ["users", "delete", id] + options) { _ in
                    guard let answer else { return }
                    #expect(await terminal.shows("[y/N]"))
                    try terminal.type(answer)
                }
                #expect(outcome.code == 0 && outcome.output == "Deleted \(id).\n", "\(terminal.lines)")
                #expect(await terminal.ends())
                #expect(answer != nil || terminal.lines.isEmpty, "\(terminal.lines)")
                try await place.strata("users", "get", id, code: 67)
            }
        }
    }
}

@Suite("The password prompt in a terminal", .timeLimit(.minutes(20)))
struct PasswordPromptTests {
    // The command has a session of its own, where the system does not stop it: what follows a stop runs at once.
    @Test(
        "a typed password is not shown, also after Ctrl-Z; the prompt is no result, and the echo is restored",
        arguments: [0, 2])
    func noEcho(stops: Int) async throws {
        try await Workplace.with { place in
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["login", "ada@example.com"]) { send in
                #expect(await terminal.shows("Password:"))
                #expect(!terminal.isInLineMode)
                for _ in 0..<stops {
                    // As a shell does.
                    terminal.showTyped()
                    let prompts = terminal.lines.joined()
                    try send(Signal(rawValue: SIGTSTP))
                    #expect(await terminal.shows(prompts + " Password:"))
                    #expect(!terminal.isInLineMode)
                }
                try terminal.type(DemoAccount.ada.password + "\n")
            }
            #expect(outcome.code == 0, "\(terminal.lines)")
            #expect(outcome.output == "Logged in as ada@example.com (admin).\n")
            #expect(await terminal.ends())
            #expect(terminal.lines == [Array(repeating: "Password:", count: stops + 1).joined(separator: " ")])
            #expect(terminal.isInLineMode)
        }
    }
}
