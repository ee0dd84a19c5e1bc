import ArgumentParser
import Composition
import DependencyInjection
import Models
import Services

struct UsersDeleteCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account for good.",
        discussion: "Your own account signs you out, and nothing of it stays on this machine.")

    @Argument(help: "The user's id.")
    var id: String

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try User.ID(id)
        try await app.loggedIn { scope, _ in try await scope.resolve(.users).delete(id: id) }
        terminal.print(options.json ? #"{"deleted":"\#(id)"}"# : "Deleted \(id).")
    }
}
