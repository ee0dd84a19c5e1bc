import Primitives
import Testing

@testable import Demo

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
