import Primitives
import Testing

@testable import Demo

@Suite("The password prompt in a terminal", .timeLimit(.minutes(5)))
struct PasswordPromptTests {
    @Test("a typed password is neither shown nor in the output, and the terminal's echo is restored")
    func noEcho() async throws {
        try await Workplace.with { place in
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["login", "ada@example.com"]) { _ in
                // The prompt follows the change of the mode.
                #expect(await terminal.shows("Password:"))
                #expect(!terminal.isInLineMode)
                try terminal.type(DemoAccount.ada.password.reveal() + "\n")
            }
            #expect(outcome.code == 0, "\(terminal.lines)")
            #expect(outcome.output == "Logged in as Ada Lovelace (admin).\n")
            #expect(await terminal.ends())
            #expect(terminal.lines == ["Password:"])
            #expect(terminal.isInLineMode)
        }
    }
}
