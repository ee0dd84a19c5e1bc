import ArgumentParser
import Composition
import DependencyInjection
import Models
import Services

struct UsersReplaceCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "Replace a whole profile.",
        discussion: """
            EXAMPLES:
              strata users replace --name "Ada Lovelace" --email ada@example.com

            Sends the profile as one PUT. Without --about, the text about the person is removed.
            """)

    @Argument(help: "The user's ID. (default: you)")
    var id: String?

    @Option(help: "Set the name.")
    var name: String

    @Option(help: "Set the email address.")
    var email: String

    @Option(help: "Set the text about the person.")
    var about: String?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let profile = Profile(name: try DisplayName(name), email: try EmailAddress(email), about: about)
        let named = try id.map { text throws(InvalidValue) in try User.ID(text) }
        let user = try await app.loggedIn { scope, account in
            try await scope.resolve(.users).replaceProfile(of: named ?? account.id, with: profile)
        }
        try UserOutput(user).show(on: terminal, json: options.json)
    }
}
