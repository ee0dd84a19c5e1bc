import ArgumentParser
import Composition
import DependencyInjection
import Models
import Services

struct UsersGetCommand: AppCommand {
    static let configuration = CommandConfiguration(commandName: "get", abstract: "Show one user.")

    @Argument(help: "The user's ID.")
    var id: String

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try User.ID(id)
        let user = try await app.loggedIn { scope, _ in try await scope.resolve(.users).user(id: id) }
        try UserOutput(user).show(on: terminal, json: options.json)
    }
}
