import ArgumentParser
import Composition
import Networking

struct WhoAmICommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show who is logged in.",
        discussion: """
            EXAMPLES:
              strata whoami
              strata whoami --json
            """)

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let account = try await app.loggedIn { _, account in
            try await app.memberSession(of: account).send(.account())
        }
        try account.show(on: terminal, json: options.json)
    }
}
