import ArgumentParser
import Composition
import DependencyInjection
import Models
import Services

struct UsersDeleteCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account permanently.",
        discussion: """
            EXAMPLES:
              strata users delete u-grace

            Deleting your own account logs you out and removes its local data.
            """)

    @Argument(help: "The user's ID.")
    var id: String

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try User.ID(id)
        try await app.loggedIn { scope, _ in
            try await confirmation.require("Delete the account \(id)?", on: terminal)
            try await scope.resolve(.users).delete(id: id)
        }
        terminal.print(options.json ? #"{"deleted":"\#(id)"}"# : "Deleted \(id).")
    }
}
