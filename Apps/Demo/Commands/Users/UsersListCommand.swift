import ArgumentParser
import Composition
import DependencyInjection
import Models
import Services

struct UsersListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all users, one page at a time (administrators only).",
        discussion: """
            EXAMPLES:
              strata users list
              strata users list --page 2 --per-page 2 --json
            """)

    @Option(help: "Show this page, counted from 1.")
    var page = 1

    @Option(help: "Show this many users per page, 1 to 100.")
    var perPage = 20

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let request = try PageRequest(number: page, size: perPage)
        let page = try await app.loggedIn { scope, _ in try await scope.resolve(.users).users(page: request) }
        try PageOutput(page).show(on: terminal, json: options.json)
    }
}
