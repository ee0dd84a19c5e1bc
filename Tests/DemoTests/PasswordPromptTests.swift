import Primitives
import Testing

@testable import Demo

@Suite("The password prompt in a terminal", .timeLimit(.minutes(5)))
struct PasswordPromptTests {
    @Test("a typed password is not shown, and the terminal's echo is restored")
    func noEcho() async throws {
        try await Workplace.with { place in
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["login", "ada@example.com"]) { _ in
                #expect(await terminal.waits { _ in !terminal.isInLineMode })
                try terminal.type(DemoAccount.ada.password.reveal() + "\n")
            }
            #expect(outcome.code == 0, "\(terminal.lines)")
            #expect(outcome.output == "Password: \nLogged in as Ada Lovelace (admin).\n")
            #expect(await terminal.ends())
            #expect(terminal.lines == [])
            #expect(terminal.isInLineMode)
        }
    }
}
